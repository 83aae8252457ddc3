import { z } from 'zod'
import { promptLanguage } from '#contract/bookLanguage.ts'
import type { Format } from '../../lib/versionedFile/index.ts'

export const projectFilePath = '.creonow/project.json'
const maxProjectFileBytes = 4 * 1024 * 1024

/** Safe as the name of a folder on every system. */
const projectId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{5,63}$/)
const optionalText = z.string().trim().min(1).optional().catch(undefined)
const ids = z.array(z.string()).catch([])
const chapter = z.object({ pov: optionalText, pins: ids }).catch({ pov: undefined, pins: [] })
const profile = z.object({
  id: projectId.optional().catch(undefined),
  name: optionalText,
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:[-_][a-z\d]{1,8})*$/i)
    .optional()
    .catch(undefined),
  type: optionalText,
  genre: optionalText,
  person: optionalText,
  tense: optionalText,
  synopsis: optionalText,
  author: optionalText,
  paragraphs: z.enum(['line', 'blank']).optional().catch(undefined),
  chapters: z.record(z.string(), chapter).catch({}),
  pins: ids,
  plansAhead: z.boolean().catch(true),
})

/** The author's description of the book in `.creonow/project.json`; a field of the wrong type is left out. */
export interface ProjectProfile {
  readonly id: string
  readonly name: string
  /** Of the prompts. In the file a BCP 47 tag. */
  readonly language: 'zh' | 'en'
  readonly type?: string | undefined
  readonly genre?: string | undefined
  readonly person?: string | undefined
  readonly tense?: string | undefined
  readonly synopsis?: string | undefined
  /** As the title page names the author. */
  readonly author?: string | undefined
  /** What ends a paragraph of the manuscript, where the book states it: every line end, or a blank line. */
  readonly paragraphs?: 'line' | 'blank' | undefined
  /** By document id: the point-of-view character and the codex entries pinned there. */
  readonly chapters: Readonly<
    Record<string, { readonly pov?: string | undefined; readonly pins: readonly string[] }>
  >
  /** Codex entries pinned for the whole book. */
  readonly pins: readonly string[]
  /** Whether a prompt tells a line of the plans of the next two chapters. */
  readonly plansAhead: boolean
}

type Raw = Readonly<Record<string, unknown>>

/** The file as parsed, with the fields this version does not know. */
export interface ProjectFile {
  readonly raw: Raw
  readonly profile: z.output<typeof profile>
}

/** `.creonow/project.json`: any JSON object; undefined when there is none. */
export const projectFileFormat: Format<ProjectFile | undefined> = {
  schema: z.record(z.string(), z.unknown()).transform(projectFile),
  toJson: (file) => file?.raw,
  absent: undefined,
  maxBytes: maxProjectFileBytes,
  faultAt: () => ({ code: 'object', params: {} }),
}

export function projectFile(raw: Raw): ProjectFile {
  return { raw, profile: profile.parse(raw) }
}

/**
 * The file with another id; all other fields stay, also those of newer versions. `name` is for a project that has
 * none yet.
 */
export function withProjectId(
  file: ProjectFile | undefined,
  id: string,
  { name, language, author }: GivenFields = {},
): ProjectFile {
  const named = {
    ...(name !== undefined && file?.profile.name === undefined && { name }),
    ...(language !== undefined && file?.profile.language === undefined && { language }),
    ...(author !== undefined && file?.profile.author === undefined && { author }),
  }
  const content = file && 'id' in file.raw ? { ...file.raw, id } : { id, ...file?.raw }
  return projectFile({ ...content, ...named })
}

/** The facts about the book that its screen edits; '' is one that is not set. */
export interface ProjectFacts {
  readonly name: string
  /** As title pages and exported files name the author; no prompt has it. */
  readonly author: string
  readonly language: 'zh' | 'en'
  readonly type: string
  readonly genre: string
  readonly person: string
  readonly tense: string
  readonly synopsis: string
}

const factNames = ['author', 'type', 'genre', 'person', 'tense', 'synopsis'] as const

/** The file with these facts; an empty one is removed, all other fields stay. */
export function withFacts(file: ProjectFile | undefined, facts: ProjectFacts): ProjectFile {
  const tag = file?.profile.language
  // A tag that says more than the page knows stays.
  const language = tag !== undefined && promptLanguage(tag) === facts.language ? tag : facts.language
  const given = { name: facts.name.trim(), language }
  const raw: Record<string, unknown> = { ...file?.raw, ...given }
  for (const fact of factNames) {
    if (facts[fact].trim() === '') delete raw[fact]
    else raw[fact] = facts[fact]
  }
  return projectFile(raw)
}

/** The file with the author and the synopsis that an import states, where it has none. */
export function withStated(file: ProjectFile | undefined, stated: StatedFields): ProjectFile {
  const raw: Record<string, unknown> = { ...file?.raw }
  for (const name of ['author', 'synopsis'] as const)
    if (stated[name] !== undefined && file?.profile[name] === undefined) raw[name] = stated[name]
  return projectFile(raw)
}

/** What a file says about the book. */
export interface StatedFields {
  /** As its title page names the author. */
  readonly author?: string | undefined
  /** What the book is about. */
  readonly synopsis?: string | undefined
}

/** The user's choices for a folder that becomes a project. */
export interface GivenFields {
  readonly name?: string
  /** A BCP 47 tag. */
  readonly language?: string
  /** As the title page names the author. */
  readonly author?: string
}
