import { z } from 'zod'
import { wrongUse } from '../wrongUse.ts'
import { parseTexts } from './stdinTexts.ts'
import { type Command, printJson, printLine, readAll } from './terminal.ts'

const encodings = z.enum(['o200k_base', 'cl100k_base'])

/** Counts stdin with a model's tokenizer, or with an encoding by name. */
export const count: Command = async (context) => {
  const { line, input, app } = context
  const encoding = line.values.encoding === undefined ? undefined : encodings.safeParse(line.values.encoding)
  if (encoding?.success === false)
    throw wrongUse(
      '--encoding 只能是 o200k_base 或 cl100k_base。',
      '--encoding is o200k_base or cl100k_base.',
    )
  const tokenizer = await app.tokenizer({ modelId: line.values.model, encoding: encoding?.data })
  const text = await readAll(input)
  if (!line.values.json) return printLine(context, String(tokenizer.count(text)))
  printJson(context, { counts: parseTexts(text).map((each) => tokenizer.count(each)) })
}
