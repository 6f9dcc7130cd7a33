"""Finds a Spanish-speaking cardiologist near a ZIP code who is listed with a carrier, and verifies the answer.

What an agent does with the tools, as a program. Run:
    pip install -r examples/mcp/requirements.txt
    CAREATLAS_KEY=… python examples/mcp/find_cardiologist.py URL ZIP CARRIER
"""

import asyncio
import json
import os
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

RADIUS_MILES = 25
SPANISH = "es"  # ISO 639-1
CARDIOLOGY = "207RC0000X"  # NUCC


class AnswerError(Exception):
    """No answer can be given, or an answer is wrong."""


async def find_cardiologist(client: Client, zip_code: str, carrier_name: str) -> str:
    carrier = await find_carrier(client, carrier_name)
    search = await call_tool(
        client,
        "search_providers",
        q="Spanish-speaking cardiologist",
        zip=zip_code,
        radius_miles=RADIUS_MILES,
        carriers=[carrier],
    )
    # The language in `q` ranks and does not filter, so hits without it are not wrong.
    hit = next((hit for hit in search["data"] if SPANISH in hit["languages"]), None)
    if hit is None:
        raise AnswerError(f"No Spanish-speaking cardiologist within {RADIUS_MILES} miles of {zip_code}.")
    card = (await call_tool(client, "get_provider", npi=hit["npi"]))["data"]
    problems = find_problems(hit, card, carrier)
    if problems:
        raise AnswerError(f"The card of {hit['npi']} contradicts the search: {'; '.join(problems)}.")
    return describe(hit, card, carrier)


async def call_tool(client: Client, name: str, **arguments: object) -> dict:
    result = await client.call_tool(name, arguments)
    if result.is_error:
        # The error says what to change in the call; a model would do so.
        raise AnswerError(f"{name}: {[content.model_dump(mode='json') for content in result.content]}")
    return result.structured_content


async def find_carrier(client: Client, query: str) -> str:
    carriers = (await call_tool(client, "list_carriers", query=query))["data"]
    if not carriers:
        raise AnswerError(f"No carrier has {json.dumps(query)} in its name.")
    if len(carriers) > 1:
        raise AnswerError(f"Which carrier is meant: {', '.join(carrier['name'] for carrier in carriers)}?")
    return carriers[0]["code"]


def find_problems(hit: dict, card: dict, carrier: str) -> list[str]:
    """What the card does not confirm."""
    facts = {
        "it is another clinician": card["npi"] == hit["npi"],
        "the NPI is not active": card["status"] == "active",
        "cardiology is not a specialty": any(item["code"] == CARDIOLOGY for item in card["specialties"]),
        "Spanish is not a language": SPANISH in card["languages"],
        f"{carrier} does not list the clinician": find_listing(card, carrier) is not None,
        "the place is not a place of practice": find_place(hit, card) is not None,
        f"the place is more than {RADIUS_MILES} miles away": hit["distance_miles"] <= RADIUS_MILES,
    }
    return [problem for problem, is_fact in facts.items() if not is_fact]


def find_listing(card: dict, carrier: str) -> dict | None:
    return next((item for item in card["carriers"] if item["code"] == carrier and item["status"] == "listed"), None)


def find_place(hit: dict, card: dict) -> dict | None:
    identifier = hit["location"]["location_uuid"]
    return next((place for place in card["practice_locations"] if place["location_uuid"] == identifier), None)


def describe(hit: dict, card: dict, carrier: str) -> str:
    place = find_place(hit, card)
    listing = find_listing(card, carrier)
    return "\n".join(
        [
            f"{card['name']['display']} (NPI {card['npi']}), cardiologist, speaks Spanish",
            f"{place['name']}, {hit['distance_miles']} miles, {place['phone'] or 'phone not known'}",
            f"listed with {listing['name']} as of {listing['as_of'] or 'an unknown date'}; call to confirm",
            card["url"],
        ]
    )


async def run(url: str, key: str, zip_code: str, carrier_name: str) -> int:
    async with httpx2.AsyncClient(headers={"authorization": f"Bearer {key}"}) as http:
        # In the newest revision that client and server share.
        async with Client(streamable_http_client(url, http_client=http), mode="auto") as client:
            try:
                print(await find_cardiologist(client, zip_code, carrier_name))
                return 0
            except AnswerError as error:
                print(error, file=sys.stderr)
                return 1


def main() -> int:
    key = os.environ.get("CAREATLAS_KEY")
    if len(sys.argv) != 4 or key is None:
        print("Usage: CAREATLAS_KEY=… find_cardiologist.py URL ZIP CARRIER", file=sys.stderr)
        return 2
    url, zip_code, carrier_name = sys.argv[1:]
    return asyncio.run(run(url, key, zip_code, carrier_name))


if __name__ == "__main__":
    sys.exit(main())
