import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Preference, PreferenceBase, PreferenceInput } from '#contract/memory.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { idOfText, uniqueId } from '../../lib/hash.ts'
import type { Format, Reading, VersionedFiles } from '../../lib/versionedFile/index.ts'

/** What a detector or a model believes the author likes. */
export interface Candidate {
  readonly text: string
  readonly kind: Preference['kind']
  readonly confidence: number
  readonly evidenceCount: number
  readonly source: 'learned' | 'observed'
}

/** Semantic memory: one file per project. All methods but `read` throw what `VersionedFile` throws. */
export interface PreferencesStore {
  /** Everything, whatever its status, in the order of the file. */
  list(projectId: string): Promise<Preference[]>
  /** The same for use: of a broken file its last good copy, with the problem. */
  read(projectId: string): Promise<Reading<readonly Preference[]>>
  /**
   * Without `id` the author states something new: confirmed, confidence 1; a text that is stored already is confirmed
   * instead. With `id` the given fields change; a new id is created. @throws AppError CONFLICT (another one has the
   * same text, or it is not as in `base` any more), INVALID_ARGUMENT (2,001st), with `base` NOT_FOUND.
   */
  save(projectId: string, input: PreferenceInput, base?: PreferenceBase): Promise<Preference>
  /** @throws AppError NOT_FOUND. */
  decide(projectId: string, id: string, accept: boolean): Promise<Preference>
  /** @throws AppError NOT_FOUND. */
  delete(projectId: string, id: string): Promise<void>
  /** Adds new ones as `proposed`; one that is stored, also as rejected, is not proposed again. */
  propose(projectId: string, candidates: readonly Candidate[]): Promise<Preference[]>
}

export function createPreferencesStore(options: {
  readonly rootOf: (projectId: string) => string
  readonly versioned: VersionedFiles
  readonly clock: Clock
}): PreferencesStore {
  const { rootOf, versioned, clock } = options
  const file = versioned.of(preferencesFormat)
  const placeOf = (projectId: string) =>
    versioned.inProject({ id: projectId, root: rootOf(projectId) }, preferencesPath)
  const now = () => new Date(clock.now()).toISOString()

  const change = <T>(
    projectId: string,
    edit: (stored: readonly StoredPreference[]) => { stored: readonly StoredPreference[]; result: T },
  ) =>
    file.update(placeOf(projectId), (current) => {
      const { stored, result } = edit(current.stored)
      return { next: stored === current.stored ? current : { ...current, stored }, result }
    })

  async function save(projectId: string, input: PreferenceInput, base?: PreferenceBase): Promise<Preference> {
    const text = input.text.trim()
    if (text === '' || !text.isWellFormed()) {
      throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'preference' })
    }
    return change(projectId, (stored) => {
      const existing = stored.find(({ item }) => item.id === input.id)
      if (base) refuseOther(requirePreference(stored, input.id ?? '').item, base)
      const duplicate = stored.find(
        (other) => other !== existing && sameKey(other.item.text) === sameKey(text),
      )
      if (duplicate && (existing || input.id !== undefined)) throw sameText(duplicate.item.text)
      const target = existing ?? duplicate
      const before = target?.item ?? blank(stored, input.id, text)
      const item: Preference = {
        ...before,
        ...given({ ...input, text }),
        ...(duplicate ? { status: 'confirmed', confidence: 1, source: 'manual' } : {}),
        updatedAt: now(),
      }
      return target ? replaced(stored, target, item) : appended(stored, item)
    })
  }

  function decide(projectId: string, id: string, accept: boolean) {
    return change(projectId, (stored) => {
      const preference = requirePreference(stored, id)
      const status = accept ? 'confirmed' : 'rejected'
      return replaced(stored, preference, { ...preference.item, status, updatedAt: now() })
    })
  }

  function propose(projectId: string, candidates: readonly Candidate[]): Promise<Preference[]> {
    return change(projectId, (stored) => {
      const existingKeys = new Set(stored.map(({ item }) => sameKey(item.text)))
      const usedIds = new Set(stored.map(({ item }) => item.id))
      const fresh = candidates.flatMap((candidate): Preference[] => {
        const key = sameKey(candidate.text)
        if (key === '' || existingKeys.has(key) || usedIds.size >= maxPreferences) return []
        existingKeys.add(key)
        const id = uniqueId(idOfText(candidate.text), usedIds, maxIdStem)
        return [{ ...candidate, id, status: 'proposed', updatedAt: now() }]
      })
      const added = fresh.map((item) => ({ item, extra: {} }))
      return { stored: added.length > 0 ? [...stored, ...added] : stored, result: fresh }
    })
  }

  return {
    list: async (projectId) => (await file.load(placeOf(projectId))).stored.map(({ item }) => item),
    async read(projectId) {
      const reading = await file.read(placeOf(projectId))
      return { ...reading, value: reading.value.stored.map(({ item }) => item) }
    },
    save,
    decide,
    propose,
    delete: (projectId, id) =>
      change(projectId, (stored) => {
        const preference = requirePreference(stored, id)
        return { stored: stored.filter((other) => other !== preference), result: undefined }
      }),
  }
}

function refuseOther(
  { text, kind, confidence, asConstraint = false }: PreferenceBase,
  base: PreferenceBase,
): void {
  const expected = { ...base, asConstraint: base.asConstraint ?? false }
  if (isDeepStrictEqual({ text, kind, confidence, asConstraint }, expected)) return
  throw new AppError(ErrorCode.CONFLICT, { why: 'preferenceChanged' })
}

function blank(stored: readonly StoredPreference[], id: string | undefined, text: string): Preference {
  if (stored.length >= maxPreferences) {
    throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'preferences', most: maxPreferences })
  }
  const usedIds = new Set(stored.map(({ item }) => item.id))
  return {
    id: id ?? uniqueId(idOfText(text), usedIds, maxIdStem),
    text,
    kind: 'style',
    status: 'confirmed',
    confidence: 1,
    evidenceCount: 0,
    source: 'manual',
    updatedAt: '',
  }
}

/** Only the given fields; an absent one does not change. */
function given(input: PreferenceInput): Partial<Preference> {
  const { text, kind, status, asConstraint, confidence, evidenceCount, source } = input
  return {
    text,
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    ...(asConstraint === undefined ? {} : { asConstraint }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(evidenceCount === undefined ? {} : { evidenceCount }),
    ...(source === undefined ? {} : { source }),
  }
}

function requirePreference(stored: readonly StoredPreference[], id: string): StoredPreference {
  const preference = stored.find(({ item }) => item.id === id)
  if (!preference) throw new AppError(ErrorCode.NOT_FOUND, { why: 'preference', id })
  return preference
}

const replaced = (stored: readonly StoredPreference[], old: StoredPreference, item: Preference) => ({
  stored: stored.map((existing) => (existing === old ? { ...existing, item } : existing)),
  result: item,
})

const appended = (stored: readonly StoredPreference[], item: Preference) => ({
  stored: [...stored, { item, extra: {} }],
  result: item,
})

function sameText(text: string): AppError {
  const start = text.length > 20 ? `${text.slice(0, 20).toWellFormed()}…` : text
  return new AppError(ErrorCode.CONFLICT, { why: 'preference', start })
}

const preferencesPath = '.creonow/memory/preferences.json'
const maxPreferences = 2000
/** Units of an id that stay before the number of its copy. */
const maxIdStem = 90

/** A preference with additional fields of a writer or a newer version; they are written back. */
interface StoredPreference {
  readonly item: Preference
  readonly extra: Readonly<Record<string, unknown>>
}

interface PreferencesFile {
  readonly stored: readonly StoredPreference[]
  readonly extra: Readonly<Record<string, unknown>>
}

const fileItem = z.looseObject({
  id: z.string().min(1).max(100).optional(),
  text: z
    .string()
    .max(2000)
    .refine((value) => value.trim() !== ''),
  kind: z.enum(['style', 'scene', 'vocabulary', 'other']).optional(),
  status: z.enum(['proposed', 'confirmed', 'rejected']).optional(),
  asConstraint: z.boolean().optional(),
  confidence: z.number().min(0).max(1).optional(),
  evidenceCount: z.int().min(0).max(1_000_000).optional(),
  source: z.string().min(1).max(40).optional(),
  updatedAt: z.string().max(40).optional(),
})
const items = z.array(fileItem).max(maxPreferences)
const fileObject = z.looseObject({ version: z.literal(1).optional(), preferences: items })

/**
 * `{version: 1, preferences}` or a plain array, which becomes version 1. An item written by hand needs its text only:
 * it counts as stated by the author, so confirmed with confidence 1. Anything else that does not fit breaks the whole
 * file.
 */
const preferencesFormat: Format<PreferencesFile> = {
  schema: z.union([items, fileObject]).transform(toFile),
  toJson: ({ stored, extra }) => ({
    version: 1,
    preferences: stored.map(({ item, extra: own }) => ({ ...item, ...own })),
    ...extra,
  }),
  absent: { stored: [], extra: {} },
  version: 1,
  maxBytes: 4 * 1_048_576,
}

function toFile(parsed: z.infer<typeof items> | z.infer<typeof fileObject>): PreferencesFile {
  const usedIds = new Set<string>()
  if (Array.isArray(parsed)) return { stored: parsed.map((raw) => toStored(raw, usedIds)), extra: {} }
  const { version: _version, preferences, ...extra } = parsed
  return { stored: preferences.map((raw) => toStored(raw, usedIds)), extra }
}

/** Two texts with the same key are the same: width, case, white space and punctuation do not count. */
function sameKey(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase()
  return folded.replace(/[\s\p{P}\p{S}\p{Default_Ignorable_Code_Point}]/gu, '') || folded.trim()
}

function toStored(raw: z.infer<typeof fileItem>, usedIds: Set<string>): StoredPreference {
  const { id, text, kind, status, asConstraint, confidence, evidenceCount, source, updatedAt, ...extra } = raw
  const item: Preference = {
    id: uniqueId(id ?? idOfText(text), usedIds, maxIdStem),
    text,
    kind: kind ?? 'other',
    status: status ?? 'confirmed',
    ...(asConstraint === undefined ? {} : { asConstraint }),
    confidence: confidence ?? 1,
    evidenceCount: evidenceCount ?? 0,
    source: source ?? 'manual',
    updatedAt: updatedAt ?? '',
  }
  return { item, extra }
}
