import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../lib/clock.ts'
import { perObject } from '../../../lib/perObject.ts'
import { toOriginalOffset } from '../../redaction/index.ts'
import type { Tokenizer } from '../../tokens/index.ts'
import type { ContextRequest } from '../contextRequest.ts'
import { type Snapshot, snapshotBlocks } from '../core/delta.ts'
import { placedRange } from '../core/evidence.ts'
import type { Plan } from '../core/plan.ts'
import type { Fingerprints } from '../core/prefix.ts'
import { isTail } from '../core/print.ts'
import type { Placed } from '../core/types.ts'
import { contentHash, type PreviousItem, textPlace, toPreviousItem } from './previousContext.ts'
import {
  type PrefixState,
  parsePrefixState,
  parseSceneState,
  type SceneState,
  type SessionStateStore,
  type Start,
} from './sessionState.ts'

/** What earlier requests left for this one; nothing of it on a first or a stateless request. */
export interface Remembered {
  readonly prefix: PrefixState | undefined
  readonly scene: SceneState | undefined
}

export interface SessionMemory {
  recall(request: ContextRequest, tokenizer: Tokenizer): Remembered
  /**
   * Stores the state that this plan leaves for the next. `turn` grows from request to request: one that started
   * before the last writer has older state, which is not stored.
   */
  save(
    request: ContextRequest,
    tokenizer: Tokenizer,
    plan: Plan,
    prints: Fingerprints,
    turn: number,
    remembered: Remembered,
  ): Snapshot
}

/** Writers that are remembered; beyond that the oldest may be overtaken by a request older still. */
const writersAtMost = 512

export function createSessionMemory(
  state: SessionStateStore,
  sha256Hex: (text: string) => string,
  clock: Pick<Clock, 'now'>,
): SessionMemory {
  const lastWriter = new LRUCache<string, number>({ max: writersAtMost })
  const blockOf = snapshotBlocks(sha256Hex)
  const hashOf = contentHash(sha256Hex)
  const itemOf = perObject((placed: Placed) => toPreviousItem(placed, hashOf))
  const snapshots = new WeakMap<Plan, Snapshot>()
  /** The plan that each state was written for last: the same again need not be. */
  const written = new LRUCache<string, Plan>({ max: writersAtMost })

  // A value that is read again is not checked again.
  const prefixOf = perObject((value: object) => ({ state: parsePrefixState(value) }))
  const sceneOf = perObject((value: object) => ({ state: parseSceneState(value) }))
  const prefixIn = (value: unknown) => (isObject(value) ? prefixOf(value).state : undefined)
  const sceneIn = (value: unknown) => (isObject(value) ? sceneOf(value).state : undefined)

  function write(projectId: string, key: string, turn: number, value: PrefixState | SceneState) {
    const at = `${projectId}\0${key}`
    if ((lastWriter.get(at) ?? 0) > turn) return
    lastWriter.set(at, turn)
    state.write(projectId, key, value)
  }

  function itemsOf(plan: Plan): readonly PreviousItem[] {
    const { appended, roundOf, placeOf } = plan.reusedContext
    const text = beforeText(plan)
    return appended.map((placed) => {
      const round = roundOf?.get(placed.chunk)
      const offset = placeOf?.get(placed.chunk)
      return {
        ...itemOf(placed),
        ...(round === undefined ? {} : { round }),
        ...(offset === undefined ? {} : { place: textPlace(text, offset, sha256Hex) }),
      }
    })
  }

  return {
    recall(request, tokenizer) {
      if (request.stateless) return { prefix: undefined, scene: undefined }
      const { projectId } = request
      return {
        prefix: prefixIn(state.read(projectId, prefixKey(request, tokenizer))),
        scene: sceneIn(state.read(projectId, sceneKey(request))),
      }
    },
    save(request, tokenizer, plan, prints, turn, remembered) {
      const snapshot = snapshots.get(plan) ?? {
        promptHash: prints.promptHash,
        blocks: plan.prompt.blocks.map(blockOf),
      }
      snapshots.set(plan, snapshot)
      if (request.stateless || request.preview) return snapshot
      const { projectId } = request
      const { anchor, placed, reusedContext } = plan
      const at = `${projectId}\0${prefixKey(request, tokenizer)}\0${sceneKey(request)}`
      if (written.get(at) === plan) return snapshot
      written.set(at, plan)
      const requests = (remembered.prefix?.requests ?? 0) + 1
      write(projectId, prefixKey(request, tokenizer), turn, {
        requests,
        stablePrefixHash: prints.stablePrefixHash,
        ...(plan.frozenRules ? { rules: plan.frozenRules } : {}),
        settings: plan.frozenSettings,
      })
      const textUnits = beforeText(plan).length
      const now = { snapshot, request: requests, at: clock.now() }
      const { scene } = remembered
      if (scene && isDecidedFor(scene, request, tokenizer) && isFirstVisit(scene, textUnits)) {
        write(projectId, sceneKey(request), turn, { ...scene, ...now, isVisit: true })
        return snapshot
      }
      write(projectId, sceneKey(request), turn, {
        ...{ ...now, textUnits },
        ...(anchor === undefined
          ? {}
          : { anchor: { offset: anchor, paragraphHash: anchorHash(beforeText(plan), anchor, sha256Hex) } }),
        decidedFor: prefixKey(request, tokenizer),
        // A skill that leaves Retrieved out leaves what the others have there.
        stood:
          remembered.scene && request.skill.without?.includes('retrieved')
            ? remembered.scene.stood
            : {
                frozen: reusedContext.frozen.map(itemOf),
                late: itemsOf(plan),
                ...(reusedContext.firstSent === undefined ? {} : { firstSent: reusedContext.firstSent }),
              },
        starts: placed.immediate.flatMap(startOf),
      })
      return snapshot
    },
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const prefixKey = ({ model }: ContextRequest, tokenizer: Tokenizer) => `prefix:${model.id}:${tokenizer.id}`

const sceneKey = ({ documentId, conversationId = '' }: ContextRequest) =>
  `scene:${documentId}:${conversationId}`

/** Whether the reused material was decided for the model of this request. */
export const isDecidedFor = (scene: SceneState, request: ContextRequest, tokenizer: Tokenizer) =>
  scene.decidedFor === prefixKey(request, tokenizer)

/** Further up by as many UTF-16 units, the author looks something up or mends it, and comes back. */
const visitUnits = 500

/** One request further up in the chapter leaves the state to the requests after it; from the second on it is theirs. */
const isFirstVisit = ({ textUnits, isVisit }: SceneState, now: number) =>
  isVisit !== true && now < textUnits - visitUnits

/** Requests after which no provider's cache is expected to have the last one of a document any more. */
const requestsRemembered = 12
/** The longest life of a provider's cache, in milliseconds. */
const cacheLifeMs = 3_600_000

/** Whether a provider's cache may still have the document's last request: reusing its material saves something. */
export const isFresh = ({ request, at }: SceneState, prefix: PrefixState | undefined, now: number): boolean =>
  (prefix?.requests ?? 0) - request <= requestsRemembered && now - at <= cacheLifeMs

/** Where a text begins of which the far end gives way, other than the chapter itself. */
function startOf(placed: Placed): Start[] {
  const { chunk, action } = placed
  if (chunk.source.anchored || !isTail(chunk) || action === 'dropped') return []
  return [{ source: chunk.source.name, ...chunk.ref, ...placedRange(placed, toOriginalOffset) }]
}

const beforeText = ({ placed }: Plan) =>
  placed.immediate.find(({ chunk }) => chunk.source.anchored)?.chunk.text ?? ''

const anchorReach = 64

/** The identity of the place where a window starts: its next characters, so that edits above it do not lose it. */
function anchorHash(text: string, offset: number, sha256Hex: (text: string) => string): string {
  return sha256Hex(text.slice(offset, offset + anchorReach))
}

/** The start of the previous window in the present text: same offset, else the line start with the same beginning. */
export function findAnchor(
  text: string,
  anchor: NonNullable<SceneState['anchor']>,
  sha256Hex: (text: string) => string,
): number | undefined {
  if (anchorHash(text, anchor.offset, sha256Hex) === anchor.paragraphHash) return anchor.offset
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    const start = match.index + match[0].length
    if (anchorHash(text, start, sha256Hex) === anchor.paragraphHash) return start
  }
  return undefined
}
