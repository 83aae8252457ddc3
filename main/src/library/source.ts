import { perObject } from '../lib/perObject.ts'
import {
  type Draft as AppDraft,
  type Notice as AppNotice,
  type Source as AppSource,
  type SourceIo as AppSourceIo,
  defineSource,
  type Scene,
} from '../services/context/index.ts'
import type { CursorText, Draft, Layer, ShrinkStep, Source, SourceIo } from './types.ts'

/** An engine's draft with the one it was made from, which scoring is about. */
interface MappedDraft extends AppDraft {
  readonly given: Draft
}

/** After the app's own sources of a layer, so that an embedding program need not number what it adds. */
const defaultPosition = 100

/** A source of the package as the engine reads it: defaults filled in, one draft for one. */
export function toEngineSource(source: Source): AppSource {
  const { name, layer, required = false, shrink = [{ to: 'out', order: 1 }], score, reread } = source
  const missing: AppNotice = { code: 'FILE_UNREADABLE', params: { path: name, cause: '' } }
  return defineSource<MappedDraft>({
    name,
    // A program that embeds the engine shows its material by itself.
    display: { name: { zh: name, en: name }, card: 'title' },
    layer,
    place: source.position ?? defaultPosition,
    stability: source.changesWith ?? 'book',
    shrinkSteps: required ? [] : shrink.map(toStep),
    required,
    missing,
    redaction: source.redaction === 'manuscript' ? 'manuscript' : 'creonow',
    ...(source.numbered ? { print: 'numbered' } : {}),
    ...(source.maxTokens === undefined ? {} : { maxTokens: source.maxTokens }),
    async read(scene, io) {
      const drafts = await source.read(cursorOf(scene), ioOf(layer, io))
      return drafts.map((draft) => toEngineDraft(draft, scene.projectId))
    },
    ...(score ? { score: ({ given }, scene) => score(given, cursorOf(scene)) } : {}),
    ...(reread
      ? { reread: ({ position: _position, ...part }, { projectId }) => reread(part, { projectId }) }
      : {}),
  })
}

function toEngineDraft(given: Draft, projectId: string): MappedDraft {
  const { path, item, from, to, title, text, whole, forms, confidence, priority, pinned, origin } = given
  return {
    given,
    ref: {
      path,
      ...(item === undefined ? {} : { item }),
      ...(from === undefined || to === undefined ? {} : { from, to }),
    },
    storeId: given.projectId ?? projectId,
    title,
    text,
    reason: { code: 'given', params: { text: given.reason } },
    ...(whole === undefined ? {} : { whole }),
    ...(forms === undefined ? {} : { forms }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(priority === undefined ? {} : { priority }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(origin === undefined ? {} : { of: origin }),
  }
}

function toStep({ to, order, boundary = 'paragraph' }: ShrinkStep): AppSource['shrinkSteps'][number] {
  return to === 'head' || to === 'tail'
    ? { step: to, cutOrder: order, boundary }
    : { step: to, cutOrder: order }
}

/** The same object for the same scene: a source may cache by it what it read there. */
const cursorOf = perObject((scene: Scene): CursorText => {
  const { projectId, documentId, title, text, cursorPosition, stateless, before, after } = scene
  return {
    ...{ projectId, documentId, title, text, cursorPosition, stateless, before, after },
    ...(scene.selected ? { selection: scene.selected } : {}),
    instruction: scene.skill.instruction[scene.language],
  }
})

function ioOf(layer: Layer, io: AppSourceIo): SourceIo {
  const { settingsTokens, retrievedTokens, immediateTokens } = io.limits
  const limits = { settings: settingsTokens, retrieved: retrievedTokens, immediate: immediateTokens }
  return {
    signal: io.signal,
    limitTokens: layer === 'rules' ? undefined : limits[layer],
    count: (text) => io.countRange(text, 0, text.length),
    omit: (path, reason, chars) => io.reportOmitted(path, reason, chars),
  }
}
