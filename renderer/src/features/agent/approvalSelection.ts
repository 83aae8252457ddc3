import type { AgentApproval } from '#contract/agent.ts'
import type { DocumentSummary } from '#contract/documents.ts'

/** A file of an approval. */
export type ApprovalFile = AgentApproval['files'][number]
/** One change of a file, which is approved by itself. */
export type ApprovalPlace = ApprovalFile['places'][number]

/** The places of one file, under its name. */
export interface ApprovalSection {
  /** The file's path. */
  readonly path: string
  /** `chapter`: with `document` if it is in the book already. `entry`: an entry of the codex. */
  readonly kind: 'chapter' | 'entry' | 'other'
  /** The chapter as the book lists it; null: it is new, or no chapter. */
  readonly document: DocumentSummary | null
  readonly isNew: boolean
  /** The file's lines end with CRLF. */
  readonly isCrlf: boolean
  /** Those that are not uncertain, in order; at least one. */
  readonly places: readonly ApprovalPlace[]
}

/** What the author has chosen. */
export interface Selection {
  /** Places to write. */
  readonly ticked: ReadonlySet<number>
  /** Uncertain places that the author has decided to leave as they are. */
  readonly refused: ReadonlySet<number>
}

const entryFile = /^\.creonow\/(?:characters|locations|items|factions|events|lore)\//

/** Files with what is to be changed in them: chapters in the book's order, then codex entries, then all others. */
export function sectionsOf(
  files: readonly ApprovalFile[],
  documents: readonly DocumentSummary[],
): readonly ApprovalSection[] {
  const positions = new Map(documents.map(({ path }, position) => [path, position]))
  const sections = files.flatMap(({ path, places, isNew, lineBreaks }): readonly ApprovalSection[] => {
    const definite = places.filter(({ uncertain }) => uncertain === undefined)
    if (definite.length === 0) return []
    const position = positions.get(path)
    const kind = path.startsWith('manuscript/') ? 'chapter' : entryFile.test(path) ? 'entry' : 'other'
    const document = position === undefined ? null : (documents[position] ?? null)
    return [{ path, kind, document, isNew, isCrlf: lineBreaks === 'crlf', places: definite }]
  })
  const kinds = ['chapter', 'entry', 'other']
  const rank = ({ path, kind }: ApprovalSection) =>
    kinds.indexOf(kind) * (documents.length + 1) + (positions.get(path) ?? documents.length)
  return sections.toSorted((a, b) => rank(a) - rank(b))
}

/** Uncertain places with their files, in the book's order. */
export function uncertainPlacesOf(
  files: readonly ApprovalFile[],
  documents: readonly DocumentSummary[],
): readonly {
  readonly place: ApprovalPlace
  readonly file: ApprovalFile
  readonly document: DocumentSummary | null
}[] {
  const positions = new Map(documents.map(({ path }, position) => [path, position]))
  const order = ({ path }: ApprovalFile) => positions.get(path) ?? documents.length
  return files
    .toSorted((a, b) => order(a) - order(b))
    .flatMap((file) => {
      const document = documents[order(file)] ?? null
      return file.places.flatMap((place) => (place.uncertain ? [{ place, file, document }] : []))
    })
}

/** At first everything that is not uncertain is ticked. */
export const initialSelection = (sections: readonly ApprovalSection[]): Selection => ({
  ticked: new Set(sections.flatMap(({ places }) => places.map(({ placeId }) => placeId))),
  refused: new Set(),
})

/** Ticks some places, or unticks them. */
export function withTicks(
  { ticked, refused }: Selection,
  placeIds: readonly number[],
  isTicked: boolean,
): Selection {
  const next = new Set(ticked)
  for (const placeId of placeIds)
    if (isTicked) next.add(placeId)
    else next.delete(placeId)
  return { ticked: next, refused }
}

/** Decides on an uncertain place; undefined takes the decision back. */
export function withDecision(
  selection: Selection,
  placeId: number,
  decision: boolean | undefined,
): Selection {
  const { ticked, refused } = withTicks(selection, [placeId], decision === true)
  const next = new Set(refused)
  if (decision === false) next.add(placeId)
  else next.delete(placeId)
  return { ticked, refused: next }
}

/** Whether all, some or none of some places are ticked. */
export function tickStateOf(
  places: readonly ApprovalPlace[],
  { ticked }: Selection,
): 'all' | 'some' | 'none' {
  const count = places.filter(({ placeId }) => ticked.has(placeId)).length
  return count === 0 ? 'none' : count === places.length ? 'all' : 'some'
}

/** How many ticked places there are, and in how many chapters and other files. */
export function countTicked(files: readonly ApprovalFile[], { ticked }: Selection) {
  const counts = { places: 0, chapters: 0, otherFiles: 0 }
  for (const { path, places } of files) {
    const count = places.filter(({ placeId }) => ticked.has(placeId)).length
    counts.places += count
    if (count > 0) counts[path.startsWith('manuscript/') ? 'chapters' : 'otherFiles'] += 1
  }
  return counts
}

/** What stays as it is without a choice, because it is another spelling or hidden, by its wording. */
export function unchangeableGroups({ files, doubtful }: Pick<AgentApproval, 'files' | 'doubtful'>) {
  const offered = new Map<string, number>()
  for (const { places } of files)
    for (const { uncertain } of places)
      if (uncertain) offered.set(uncertain.phrase, (offered.get(uncertain.phrase) ?? 0) + 1)
  return doubtful.flatMap((group) => {
    const count = group.count - (offered.get(group.phrase) ?? 0)
    return count > 0 ? [{ ...group, count }] : []
  })
}
