/** A folder in the published format of transformers, with a model of one layer: the word vectors of the built-in model. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dimension, readStaticModel } from './static-model.ts'

const specialTokens = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']

/** `words` are in lower case and singular. */
export function writeTransformer(folder: string, words: readonly string[]): void {
  const vocabulary = [...specialTokens, ...words]
  const model = readStaticModel()
  const table = Float32Array.from(
    vocabulary.flatMap((word) =>
      specialTokens.includes(word) ? Array(dimension).fill(0) : [...model.embed(word)],
    ),
  )
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  writeFileSync(join(folder, 'onnx/model.onnx'), encodeOnnx(vocabulary.length, table))
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
    added_tokens: specialTokens.map((content, id) => ({
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
function encodeOnnx(rows: number, table: Float32Array): Buffer {
  const [float, int64] = [1, 7]
  const tensor = [
    varintField(1, rows),
    varintField(1, dimension),
    varintField(2, float),
    textField(8, 'table'),
    bytesField(9, toBuffers(table)),
  ]
  const node = [
    textField(1, 'table'),
    textField(1, 'input_ids'),
    textField(2, 'last_hidden_state'),
    textField(4, 'Gather'),
  ]
  const graph = [
    bytesField(1, node),
    textField(2, 'words'),
    bytesField(5, tensor),
    bytesField(11, encodeValueInfo('input_ids', int64, ['batch', 'words'])),
    bytesField(11, encodeValueInfo('attention_mask', int64, ['batch', 'words'])),
    bytesField(12, encodeValueInfo('last_hidden_state', float, ['batch', 'words', dimension])),
  ]
  return Buffer.concat([varintField(1, 8), bytesField(7, graph), bytesField(8, [varintField(2, 13)])])
}

function encodeValueInfo(
  name: string,
  element: number,
  shape: readonly (string | number)[],
): readonly Buffer[] {
  const dimensions = shape.map((size) =>
    bytesField(1, [typeof size === 'number' ? varintField(1, size) : textField(2, size)]),
  )
  return [
    textField(1, name),
    bytesField(2, [bytesField(1, [varintField(1, element), bytesField(2, dimensions)])]),
  ]
}

function toBuffers(table: Float32Array): readonly Buffer[] {
  return [Buffer.from(table.buffer, table.byteOffset, table.byteLength)]
}

function varintField(field: number, number: number): Buffer {
  return Buffer.concat([encodeVarint(field << 3), encodeVarint(number)])
}

function textField(field: number, content: string): Buffer {
  return bytesField(field, [Buffer.from(content)])
}

function bytesField(field: number, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([encodeVarint((field << 3) | 2), encodeVarint(content.length), content])
}

/** Seven bits per byte, the lowest first. */
function encodeVarint(number: number): Buffer {
  const all: number[] = []
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...all, rest])
    all.push((rest % 128) | 128)
  }
}
