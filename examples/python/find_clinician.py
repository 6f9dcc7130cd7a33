"""Finds the first clinician for a question near a ZIP code who speaks a language, and confirms the answer on the card.

Run, after the package `careatlas_client` has been generated (see README.md):
    CAREATLAS_KEY=… python examples/python/find_clinician.py URL ZIP QUESTION LANGUAGE
"""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from careatlas_client import AuthenticatedClient
from careatlas_client.api.providers import get_provider, search_providers
from careatlas_client.models import ErrorEnvelope, ProviderHit
from careatlas_client.types import Response

PAGE_SIZE = 5
RESULTS_MAX = 50  # weaker results than these are not what the user asked for
TRIES_MAX = 3
WAIT_MAX_SECONDS = 10.0  # a longer wait is the decision of the user


class AnswerError(Exception):
    """No answer can be given, or an answer is wrong."""


def find_clinician(client: AuthenticatedClient, zip_code: str, question: str, language: str) -> str:
    hit = find_hit(client, zip_code, question, language)
    if hit is None:
        raise AnswerError(f"None of the first {RESULTS_MAX} results near {zip_code} speaks {language}.")
    card = retry(lambda: get_provider.sync_detailed(hit.npi, client=client)).data
    if card.npi != hit.npi or language not in card.languages:
        raise AnswerError(f"The card of {hit.npi} contradicts the search.")
    places = sorted(card.practice_locations, key=lambda place: not place.primary)
    line_1 = places[0].address.line_1 if places else None
    phone = places[0].phone if places else None
    return "\n".join(
        [
            f"{card.name.display} (NPI {card.npi}), {hit.distance_miles} miles",
            f"{line_1 or 'address not known'}, {phone or 'phone not known'}",
            *(f"source: {source.id}, {source.as_of or 'without a date'}" for source in card.sources),
        ]
    )


def find_hit(client: AuthenticatedClient, zip_code: str, question: str, language: str) -> ProviderHit | None:
    """A language in `q` changes the order and filters nothing, so each hit is checked."""
    offset = 0
    while offset < RESULTS_MAX:
        page = retry(
            lambda: search_providers.sync_detailed(
                client=client, q=question, zip_=zip_code, limit=PAGE_SIZE, offset=offset
            )
        )
        hit = next((hit for hit in page.data if language in hit.languages), None)
        if hit is not None or not page.meta.has_more:
            return hit
        offset += page.meta.count
    return None


def retry(send: Callable[[], Response[Any]]) -> Any:
    """Waits and repeats a request that exceeds a limit; any other error is final."""
    for tries in range(1, TRIES_MAX + 1):
        response = send()
        if response.status_code == 200:
            return response.parsed
        wait_seconds = float(response.headers.get("retry-after", "inf"))
        if response.status_code != 429 or tries == TRIES_MAX or wait_seconds > WAIT_MAX_SECONDS:
            break
        time.sleep(wait_seconds)
    if isinstance(response.parsed, ErrorEnvelope):
        error = response.parsed.error
        raise AnswerError(f"{error.message} ({error.code.value}; see {error.docs})")
    raise AnswerError(f"The server returned {response.status_code} without a known body.")


def main() -> int:
    key = os.environ.get("CAREATLAS_KEY")
    if len(sys.argv) != 5 or not key:
        print("Usage: CAREATLAS_KEY=… find_clinician.py URL ZIP QUESTION LANGUAGE", file=sys.stderr)
        return 2
    url, zip_code, question, language = sys.argv[1:]
    try:
        print(find_clinician(AuthenticatedClient(url, token=key), zip_code, question, language))
        return 0
    except AnswerError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
