import type { BookFacts } from '../document/block.ts'
import { walkMarkup } from './markup.ts'

const maxUnits = 500

/** As a file states them. */
type StatedFacts = { readonly [Name in keyof BookFacts]?: string | undefined }

/** Facts without white space around them, bounded; an empty one is none, and so is a language that is no tag. */
export function trimmedFacts({ title, author, language }: StatedFacts): BookFacts {
  const [name, writer, tag] = [title, author, language].map((fact) =>
    (fact ?? '').replace(/\s+/g, ' ').trim().slice(0, maxUnits).toWellFormed(),
  )
  return {
    ...(name && { title: name }),
    ...(writer && { author: writer }),
    ...(tag && /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(tag) && { language: tag }),
  }
}

/**
 * The facts that elements of an XML document state, the first of each. `names`: the element of each fact, of two for one
 * fact the one named first; `within`: the element that all of them are in. @throws AppError IMPORT_BROKEN.
 */
export async function factsIn(
  xml: string | undefined,
  names: Readonly<Record<string, keyof BookFacts>>,
  within?: string,
): Promise<BookFacts> {
  if (xml === undefined) return {}
  const stated = new Map<string, string>()
  let current: string | undefined
  let depth = within === undefined ? 1 : 0
  await walkMarkup(
    xml,
    {
      open(name) {
        if (name === within) depth += 1
        current = depth > 0 && Object.hasOwn(names, name) && !stated.has(name) ? name : undefined
      },
      text(text) {
        if (current) stated.set(current, ((stated.get(current) ?? '') + text).slice(0, 2 * maxUnits))
      },
      close(name) {
        if (name === within) depth -= 1
        current = undefined
      },
    },
    true,
  )
  const facts: Partial<Record<keyof BookFacts, string>> = {}
  for (const [name, fact] of Object.entries(names)) facts[fact] ||= stated.get(name) ?? ''
  return trimmedFacts(facts)
}
