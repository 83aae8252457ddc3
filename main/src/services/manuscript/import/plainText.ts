import { parse } from 'yaml'
import { trimmedFacts } from './bookFacts.ts'
import { decodeSource } from './encoding.ts'
import type { ImportFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { withPlainSigns } from './plainSigns.ts'
import { startMatches } from './signatures.ts'

const read: ImportFormat['read'] = async (bytes, encoding) => ({
  ...(await decodeSource(bytes, encoding)),
  headings: [],
  omissions: [],
})

const yamlStart = /^(?:\xef\xbb\xbf)?---\r?\n[\w-]+:/
const hashHeading = /^(?:\xef\xbb\xbf)?#{1,6} \S/m
const yamlBlock = /^---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

/** Programs write title, author and tags there, between lines of dashes. */
async function readMarkdownFile(...given: Parameters<typeof read>): ReturnType<typeof read> {
  const source = await read(...given)
  const [block = '', yaml = ''] = yamlBlock.exec(source.text) ?? []
  const fields = fieldsOf(yaml)
  if (fields === undefined) return source
  const named = (...names: readonly string[]) =>
    names.map((name) => fields[name]).find((value) => typeof value === 'string')
  const facts = trimmedFacts({
    title: named('title'),
    author: named('author', 'creator'),
    language: named('lang', 'language'),
  })
  const omitted = [{ from: 0, sentence: omissions.frontMatter }]
  return {
    ...source,
    text: source.text.slice(block.length).replace(/^(?:[ \t]*\r?\n)+/, ''),
    omissions: omitted,
    ...(Object.keys(facts).length > 0 && { facts }),
  }
}

/** Undefined when it is no list of fields: then it is text between two rulers. */
function fieldsOf(yaml: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^[\w-]+[ \t]*:/m.test(yaml)) return undefined
  try {
    const value: unknown = parse(yaml, { maxAliasCount: 0 })
    const isFields = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isFields ? (value as Readonly<Record<string, unknown>>) : undefined // Just checked.
  } catch {
    // Prose that happens to have a colon.
    return undefined
  }
}

async function readPlainText(...given: Parameters<typeof read>): ReturnType<typeof read> {
  const source = await read(...given)
  const { text, escaped } = await withPlainSigns(source.text)
  if (escaped === 0) return source
  return { ...source, text, omissions: [{ from: 0, sentence: omissions.plainSigns(escaped) }] }
}

/** Text in any encoding; what Markdown would take for marks is none. */
export const plainText: ImportFormat = {
  extensions: ['.txt'],
  mediaTypes: ['text/plain'],
  isPlainText: true,
  hasBrokenLines: true,
  read: readPlainText,
}

/** Markdown in any encoding; its text is imported as it is, without the YAML at its start. */
export const markdown: ImportFormat = {
  extensions: ['.md'],
  mediaTypes: ['text/markdown'],
  isPlainText: true,
  isMarkdown: true,
  recognises: (bytes) =>
    !bytes.subarray(0, 4096).includes(0) &&
    (startMatches(bytes, yamlStart) || startMatches(bytes, hashHeading)),
  read: readMarkdownFile,
}
