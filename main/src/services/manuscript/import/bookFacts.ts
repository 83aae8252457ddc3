import type { BookFacts } from '../document/block.ts'

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
