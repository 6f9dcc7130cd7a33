"""Trains the urgency model: a small transformer over the word vectors of the built-in model.

`search/query/triage/urgency-model.ts` computes the same. `train-urgency-model.ts` writes the examples and runs this program:

    python train-urgency-model.py EXAMPLES vocabulary/model search/query/triage/urgency-model
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, dropout, gelu, scaled_dot_product_attention

DIMENSION, HEADS, HIDDEN_UNITS, BLOCKS, WORDS_MAX = 128, 4, 512, 2, 40
NGRAM_BUCKETS = 4096
SAMPLES = 12
OUTPUTS = ["urgent", "emergency", "crisis", "violence", "poison", "danger_to_others", "pregnancy_urgent"]
RECIPE = {"seed": 3, "steps": 8000, "groups": 2, "batch": 96, "rate": 1e-3, "decay": 0.01, "dropout": 0.1, "word_dropout": 0.08, "averaged_share": 0.3, "warmup": 200, "rate_share_min": 0.02, "gradient_max": 2}


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.hidden_norm = nn.LayerNorm(DIMENSION), nn.LayerNorm(DIMENSION)
        self.inputs, self.output = nn.Linear(DIMENSION, 3 * DIMENSION), nn.Linear(DIMENSION, DIMENSION)
        self.into, self.out = nn.Linear(DIMENSION, HIDDEN_UNITS), nn.Linear(HIDDEN_UNITS, DIMENSION)
        for layer in (self.output, self.out):
            nn.init.normal_(layer.weight, std=0.005)
            nn.init.zeros_(layer.bias)

    def forward(self, states: Tensor) -> Tensor:
        count, length, _ = states.shape
        inputs = self.inputs(self.norm(states)).view(count, length, 3, HEADS, DIMENSION // HEADS)
        attended = scaled_dot_product_attention(*inputs.permute(2, 0, 3, 1, 4)).transpose(1, 2).reshape(count, length, DIMENSION)
        states = states + self.drop(self.output(attended))
        return states + self.drop(self.out(gelu(self.into(self.hidden_norm(states)), approximate="tanh")))

    def drop(self, states: Tensor) -> Tensor:
        return dropout(states, RECIPE["dropout"], self.training)


class UrgencyModel(nn.Module):
    """The outputs of a text are the mean of those of its words, each weighted by its gate."""

    def __init__(self, word_rows: Tensor):
        super().__init__()
        self.word_rows = word_rows
        self.positions = nn.Parameter(torch.randn(WORDS_MAX, DIMENSION) * 0.02)
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.norm = nn.LayerNorm(DIMENSION)
        self.head = nn.Linear(DIMENSION, 1 + len(OUTPUTS))

    def forward(self, texts: list[list[list[int]]]) -> Tensor:
        """Texts of one length, each word with its rows."""
        words = [word for text in texts for word in text]
        offsets = np.cumsum([0] + [len(word) for word in words])[:-1]
        rows = torch.tensor([row for word in words for row in word])
        vectors = nn.functional.embedding_bag(rows, self.word_rows, torch.from_numpy(offsets), mode="mean")
        states = vectors.view(len(texts), -1, DIMENSION)
        if self.training:
            states = states * (torch.rand(states.shape[:2]) > RECIPE["word_dropout"]).unsqueeze(2)
        states = states + self.positions[: states.shape[1]]
        for block in self.blocks:
            states = block(states)
        heads = self.head(self.norm(states))
        gates = torch.sigmoid(heads[..., :1])
        return (heads[..., 1:] * gates).sum(1) / gates.sum(1)


def read_word_rows(folder: Path) -> tuple[Tensor, float]:
    """The rows of words and 4-grams of the built-in model, and the factor that gives them a mean square of 1."""
    words = len((folder / "words.txt").read_text().splitlines())
    scales = np.fromfile(folder / "scales.f32", "<f4")
    rows = np.fromfile(folder / "rows.i8", np.int8).reshape(-1, DIMENSION) * scales[:, None]
    rows = rows[: words + NGRAM_BUCKETS]
    factor = 1 / np.sqrt((rows**2).mean())
    return torch.from_numpy(rows * factor), float(factor)


def train(examples: list[dict], word_rows: Tensor) -> UrgencyModel:
    torch.manual_seed(RECIPE["seed"])
    random = np.random.default_rng(RECIPE["seed"])
    model = UrgencyModel(word_rows)
    averaged = torch.optim.swa_utils.AveragedModel(model)
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=RECIPE["decay"], betas=(0.9, 0.98))
    wanted = torch.tensor([[float(bool(e["kinds"])), *(float(kind in e["kinds"]) for kind in OUTPUTS[1:])] for e in examples])
    draw = LengthGroups([len(example["rows"]) for example in examples], [example["share"] for example in examples])
    total = 0.0
    for step in range(RECIPE["steps"]):
        rate = min(1, (step + 1) / RECIPE["warmup"]) * max(RECIPE["rate_share_min"], 1 - step / RECIPE["steps"])
        for group in optimizer.param_groups:
            group["lr"] = RECIPE["rate"] * rate
        loss = torch.tensor(0.0)
        for _ in range(RECIPE["groups"]):
            numbers = draw.next(random)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                outputs = model([examples[number]["rows"] for number in numbers])
            loss = loss + binary_cross_entropy_with_logits(outputs.float(), wanted[numbers])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), RECIPE["gradient_max"])
        optimizer.step()
        if step >= (1 - RECIPE["averaged_share"]) * RECIPE["steps"]:
            averaged.update_parameters(model)
        total += loss.item() / RECIPE["groups"]
        if step % 250 == 249:
            print(f"step {step + 1} of {RECIPE['steps']}: mean loss {total / 250:.3f}", file=sys.stderr, flush=True)
            total = 0.0
    return averaged.module.eval()


class LengthGroups:
    """Draws texts of one length, each by its share, so that no text needs padding."""

    def __init__(self, lengths: list[int], shares: list[float]):
        self.groups = [np.flatnonzero(np.array(lengths) == length) for length in sorted(set(lengths))]
        self.shares = [np.array(shares)[group] for group in self.groups]
        totals = np.array([share.sum() for share in self.shares])
        self.of_groups = totals / totals.sum()

    def next(self, random: np.random.Generator) -> list[int]:
        group = random.choice(len(self.groups), p=self.of_groups)
        shares = self.shares[group] / self.shares[group].sum()
        return random.choice(self.groups[group], RECIPE["batch"], p=shares).tolist()


def list_rows(model: UrgencyModel) -> np.ndarray:
    """All weights in rows of `DIMENSION` numbers, in the order in which `urgency-model.ts` reads them."""
    parts = [model.positions]
    for block in model.blocks:
        parts += [*fold(block.norm, block.inputs), block.output.weight, block.output.bias]
        into, into_bias = fold(block.hidden_norm, block.into)
        parts += [into, into_bias, block.out.weight.T, block.out.bias]
    parts += fold(model.norm, model.head)
    return np.concatenate([pad(part.detach()).reshape(-1, DIMENSION).numpy() for part in parts])


def fold(norm: nn.LayerNorm, layer: nn.Linear) -> tuple[Tensor, Tensor]:
    """The layer with the factors and terms of the standardization before it."""
    return layer.weight * norm.weight, layer.bias + layer.weight @ norm.bias


def pad(part: Tensor) -> Tensor:
    return nn.functional.pad(part, (0, -part.shape[-1] % DIMENSION))


def list_samples(model: UrgencyModel, examples: list[dict]) -> list[dict]:
    """Texts with their first output, for a test of `urgency-model.ts`: half of them urgent."""
    groups = [[example for example in examples if bool(example["kinds"]) == urgent] for urgent in (True, False)]
    chosen = [example for group in groups for example in group[:: len(group) // (SAMPLES // 2)][: SAMPLES // 2]]
    with torch.inference_mode():
        return [
            {"text": example["text"], "urgent": round(model([example["rows"]])[0, 0].item(), 3)} for example in chosen
        ]


def write_model(model: UrgencyModel, factor: float, samples: list[dict], examples: Path, source: Path, target: Path) -> None:
    rows = list_rows(model)
    scales = np.maximum(np.abs(rows).max(1), 1e-12) / 127
    files = {"rows.i8": np.rint(rows / scales[:, None]).astype(np.int8).tobytes(), "scales.f32": scales.astype("<f4").tobytes()}
    description = {
        "wordVectorsOf": json.loads((source / "model.json").read_text())["id"],
        "wordScale": factor,
        "outputs": OUTPUTS,
        "samples": samples,
        "recipe": {**RECIPE, "examplesSha256": hashlib.sha256(examples.read_bytes()).hexdigest()},
        "sha256": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
    }
    target.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (target / name).write_bytes(data)
    (target / "model.json").write_text(json.dumps(description, indent=2) + "\n")


if __name__ == "__main__":
    torch.set_num_threads(1)
    examples_file, source, target = (Path(argument) for argument in sys.argv[1:])
    word_rows, factor = read_word_rows(source)
    examples = [json.loads(line) for line in examples_file.read_text().splitlines()]
    model = train(examples, word_rows)
    write_model(model, factor, list_samples(model, examples), examples_file, source, target)
