import type { CodexEntry } from './codex.ts'

/** An entry that has no more than names, in the prompts where one of them stands. Free of zod. */
export const emptyEntry = ({
  aliases = [],
  ...named
}: Pick<CodexEntry, 'id' | 'type' | 'name'> & { readonly aliases?: readonly string[] }): CodexEntry => ({
  ...named,
  aliases: [...aliases],
  aiContextLevel: 'when_detected',
  tags: [],
  relations: [],
  constraints: [],
  exclude: [],
  caseSensitive: false,
  progressions: [],
  body: '',
  extra: {},
})
