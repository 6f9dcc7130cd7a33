/** A folder in the published format of transformers, with a model of one layer: the word vectors of the built-in model. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dimension, readStaticModel } from './static-model.ts'

const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']

/** `words` are in lower case and singular. */
export function writeTransformer(folder: string, words: readonly string[]): void {
  const vocabulary = [...special, ...words]
  const model = readStaticModel()
  const table = Float32Array.from(
    vocabulary.flatMap((word) =>
      special.includes(word) ? Array(dimension).fill(0) : [...model.embed(word)],
    ),
  )
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  writeFileSync(join(folder, 'onnx/model.onnx'), onnx(vocabulary.length, table))
  const write = (file: string, content: object) => writeFileSync(join(folder, file), JSON.stringify(content))
  write('config.json', { model_type: 'bert', architectures: ['BertModel'], hidden_size: dimension })
  write('tokenizer_config.json', {
    tokenizer_class: 'BertTokenizer',
    do_lower_case: true,
    model_max_length: 512,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
    mask_token: '[MASK]',
  })
  write('tokenizer.json', {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: { type: 'BertNormalizer', clean_text: true, lowercase: true, strip_accents: null },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  })
}

/** `last_hidden_state` = the rows of `table` at `input_ids`, as ONNX (protocol buffers; field numbers as in `onnx.proto`). */
function onnx(rows: number, table: Float32Array): Buffer {
  const [float, int64] = [1, 7]
  const tensor = [
    varint(1, rows),
    varint(1, dimension),
    varint(2, float),
    text(8, 'table'),
    bytes(9, bytesOf(table)),
  ]
  const node = [text(1, 'table'), text(1, 'input_ids'), text(2, 'last_hidden_state'), text(4, 'Gather')]
  const graph = [
    bytes(1, node),
    text(2, 'words'),
    bytes(5, tensor),
    bytes(11, value('input_ids', int64, ['batch', 'words'])),
    bytes(11, value('attention_mask', int64, ['batch', 'words'])),
    bytes(12, value('last_hidden_state', float, ['batch', 'words', dimension])),
  ]
  return Buffer.concat([varint(1, 8), bytes(7, graph), bytes(8, [varint(2, 13)])])
}

function value(name: string, element: number, shape: readonly (string | number)[]): readonly Buffer[] {
  const dimensions = shape.map((size) =>
    bytes(1, [typeof size === 'number' ? varint(1, size) : text(2, size)]),
  )
  return [text(1, name), bytes(2, [bytes(1, [varint(1, element), bytes(2, dimensions)])])]
}

function bytesOf(table: Float32Array): readonly Buffer[] {
  return [Buffer.from(table.buffer, table.byteOffset, table.byteLength)]
}

function varint(field: number, number: number): Buffer {
  return Buffer.concat([digits(field << 3), digits(number)])
}

function text(field: number, content: string): Buffer {
  return bytes(field, [Buffer.from(content)])
}

function bytes(field: number, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([digits((field << 3) | 2), digits(content.length), content])
}

/** Seven bits per byte, the lowest first. */
function digits(number: number): Buffer {
  const all: number[] = []
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...all, rest])
    all.push((rest % 128) | 128)
  }
}
