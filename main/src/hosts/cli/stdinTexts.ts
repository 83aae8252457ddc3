import { z } from 'zod'
import { wrongUse } from '../wrongUse.ts'
import { type CommandContext, readAll } from './terminal.ts'

const texts = z.array(z.string())

/** A JSON array of strings. Throws INVALID_ARGUMENT. */
export function parseTexts(text: string): string[] {
  try {
    return texts.parse(JSON.parse(text))
  } catch (error) {
    throw wrongUse(
      '--json 时标准输入要是一个 JSON 字符串数组。',
      'With --json, stdin has to be a JSON array of strings.',
      error,
    )
  }
}

/** stdin as the texts to work on: one text, or with `--json` an array of them (a single text will do too). */
export async function textsFromInput({ input, line }: CommandContext): Promise<string[]> {
  const text = await readAll(input)
  return line.values.json && text.trimStart().startsWith('[') ? parseTexts(text) : [text]
}
