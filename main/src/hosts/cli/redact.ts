import { z } from 'zod'
import { wrongUse } from '../wrongUse.ts'
import { parseTexts } from './stdinTexts.ts'
import { type Command, printJson, readAll } from './terminal.ts'

const scopes = z.enum(['creonow', 'manuscript'])

/** Hides secrets in stdin as an assembly would; outside manuscripts absolute paths too. */
export const redact: Command = async (context) => {
  const { line, input, output, app } = context
  const scope = scopes.safeParse(line.values.scope ?? 'creonow')
  if (!scope.success)
    throw wrongUse('--scope 只能是 creonow 或 manuscript。', '--scope is creonow or manuscript.')
  const text = await readAll(input)
  // Byte for byte: no line break is added.
  if (!line.values.json) return void output.write((await app.redact(text, scope.data)).text)
  const results = []
  for (const [index, each] of parseTexts(text).entries()) {
    const { text: shown, evidence } = await app.redact(each, scope.data)
    results.push({ text: shown, evidence: evidence.map((row) => ({ ...row, sourceRef: `stdin#${index}` })) })
  }
  printJson(context, { results })
}
