import { LRUCache } from 'lru-cache'
import { cutRedacted, type Redacted, type Redactor, redactPart } from '../redaction/index.ts'
import type { ContextRequest, Skill } from './contextRequest.ts'
import { graphemeAtOrAfter, graphemeAtOrBefore } from './core/cuts.ts'
import type { Language } from './core/types.ts'

/** A part of the chapter: its offset in the stored text (UTF-16), and the part of it that may be shown. */
interface ScenePart {
  readonly from: number
  readonly to: number
  /** Redacted as part of the whole chapter. */
  readonly text: string
}

/** The text at the cursor, the same for every source: the chapter is redacted, then cut, once. */
export interface Scene {
  /** The project of the request. */
  readonly projectId: string
  /** The chapter the cursor is in. */
  readonly documentId: string
  /** Project-relative path by which evidence names the chapter's text. */
  readonly path: string
  /** Of the chapter. */
  readonly title: string
  /** Place among the numbered chapters, from 1; 0 for front matter. */
  readonly chapterNumber: number
  /** Of the project. */
  readonly language: Language
  /** The chapter as stored, for offsets and for finding names; only drafts of it go on. */
  readonly text: string
  /** UTF-16 offset in `text`. */
  readonly cursorPosition: number
  /** The chapter up to the cursor, or to a selection around it; of a huge one what is nearest. */
  readonly before: ScenePart
  /** The chapter behind the cursor, or behind a selection around it; of a huge one what is nearest. */
  readonly after: ScenePart
  /** Absent without a selection. */
  readonly selected: ScenePart | undefined
  /** The author's words for this request: as typed, and as they may be shown. */
  readonly authorInput: { readonly raw: string; readonly text: string }
  /** The beginning of the replacement: as written, and as it may be shown. */
  readonly soFar?: { readonly raw: string; readonly text: string }
  /** The last messages of the conversation, as stored: for finding names, no draft of them goes on. */
  readonly latest: readonly string[]
  /** Ids of codex entries that are required. */
  readonly pinned: readonly string[]
  /** What the model is to do. */
  readonly skill: Skill
  /** True: what earlier requests left behind plays no part. */
  readonly stateless: boolean
}

/** A chapter up to this length is read whole. Of a longer one a request reads at least these parts of it. */
const wholeUnits = 1_000_000
/** Sixteen units for each token that a request may fetch: prose has two to five. */
const beforeUnits = 1_000_000
const afterUnits = 65_536
/** The part before the cursor begins at a multiple of it, so that it stays the same while the author writes. */
const stepUnits = 131_072

/** Every pause of the author leaves another version of a chapter, so they are bounded by their size too. */
export const maxScenes = 512
const maxScenesUtf16 = 8_000_000

interface CachedScene {
  readonly scene: Scene
  readonly request: ContextRequest
  readonly version: number
}

/** Resolves a request once; the same request again gives the same scene, so that values cached for it are used. */
export function createScenes(redactor: Redactor): (request: ContextRequest) => Promise<Scene> {
  const cache = new LRUCache<string, CachedScene>({
    max: maxScenes,
    maxSize: maxScenesUtf16,
    sizeCalculation: ({ scene }) => Math.max(1, scene.text.length),
  })

  return async (request) => {
    const version = redactor.version?.() ?? 0
    const key = keyOf(request)
    const before = cache.get(key)
    if (before && before.version === version && isSame(before.request, request)) return before.scene
    const scene = await buildScene(request, redactor)
    cache.set(key, { scene, request, version })
    return scene
  }
}

const keyOf = ({ projectId, documentId, cursorPosition, stateless }: ContextRequest) =>
  [projectId, documentId, cursorPosition, stateless].join('\0')

const isSame = (a: ContextRequest, b: ContextRequest) =>
  a.document.text === b.document.text &&
  a.document.title === b.document.title &&
  a.document.chapterNumber === b.document.chapterNumber &&
  a.document.path === b.document.path &&
  a.language === b.language &&
  a.skill === b.skill &&
  a.additionalInput === b.additionalInput &&
  a.writtenSoFar === b.writtenSoFar &&
  a.selection?.from === b.selection?.from &&
  a.selection?.to === b.selection?.to &&
  a.pinned.join('\0') === b.pinned.join('\0') &&
  latestOf(a).join('\0') === latestOf(b).join('\0')

const latestOf = ({ history }: ContextRequest) => history?.latest ?? []

async function buildScene(request: ContextRequest, redactor: Redactor): Promise<Scene> {
  const { document, cursorPosition, selection, projectId, additionalInput = '', writtenSoFar } = request
  const { text } = document
  const redact = (original: string) => redactor.redact(original, 'manuscript', projectId)
  const isHuge = text.length > wholeUnits
  const whole = isHuge ? undefined : await redact(text)
  const inside = selection && selection.from <= cursorPosition && cursorPosition <= selection.to
  const part = async (from: number, to: number): Promise<ScenePart> => ({
    from,
    to,
    text: (await cut(whole, text, from, to, redact)).text,
  })
  const end = inside ? selection.from : cursorPosition
  const behind = inside ? selection.to : cursorPosition
  return {
    projectId,
    documentId: request.documentId,
    path: document.path ?? request.documentId,
    title: document.title,
    chapterNumber: document.chapterNumber,
    language: request.language,
    text,
    cursorPosition,
    before: await part(isHuge ? nearStart(text, end) : 0, end),
    after: await part(behind, isHuge ? graphemeAtOrBefore(text, behind + afterUnits) : text.length),
    selected: selection && (await part(selection.from, selection.to)),
    authorInput: { raw: additionalInput, text: (await redact(additionalInput)).text },
    ...(writtenSoFar && { soFar: { raw: writtenSoFar, text: (await redact(writtenSoFar)).text } }),
    latest: latestOf(request),
    pinned: request.pinned,
    skill: request.skill,
    stateless: request.stateless,
  }
}

/** The common case without another search: a chapter in which nothing was replaced. */
const cut = (
  whole: Redacted | undefined,
  text: string,
  from: number,
  to: number,
  redact: (text: string) => Promise<Redacted>,
): Promise<Redacted> | Redacted =>
  whole?.replacements.length === 0 && whole.text === text
    ? cutRedacted(text, whole, from, to)
    : redactPart(redact, text, from, to)

function nearStart(text: string, end: number): number {
  const start = Math.max(0, end - beforeUnits)
  return graphemeAtOrAfter(text, start - (start % stepUnits))
}
