import type { Form, Standing } from '../core/standing.ts'
import { coversRange, formOf, inForm, pieceKey } from '../core/standing.ts'
import { type Chunk, chunkKey, type Placed, type Reason, type Ref } from '../core/types.ts'
import type { Finisher } from '../finish.ts'
import type { Scene } from '../scene.ts'
import type { Reread, RereadRequest, Source } from '../source.ts'

/** A piece of Retrieved as a request left it: where it came from and how it stood; of its text, a hash. */
export interface StoodItem extends Form {
  readonly source: string
  readonly ref: Ref
  readonly label: string
  readonly title: string
  readonly reason: Reason
  readonly score?: number
  readonly pinned?: boolean
  /** sha256hex of its text and shorter forms. */
  readonly hash: string
}

export interface Stood {
  readonly frozen: readonly StoodItem[]
  readonly late: readonly StoodItem[]
}

export function stoodItem(placed: Placed, hashOf: (chunk: Chunk) => string): StoodItem {
  const { source, ref, label, title, reason, score, pinned } = placed.chunk
  return {
    source: source.name,
    ref,
    label,
    title,
    reason,
    ...(score === undefined ? {} : { score }),
    ...(pinned === undefined ? {} : { pinned }),
    hash: hashOf(placed.chunk),
    ...formOf(placed),
  }
}

/** What identifies the words of a chunk, whatever its place and reason. */
export const contentHash =
  (sha256Hex: (text: string) => string) =>
  ({ text, forms = {} }: Chunk): string =>
    sha256Hex([text, forms.short, forms.line, forms.name].join('\0'))

export interface StoodOptions {
  readonly sources: readonly Source[]
  readonly finisher: Pick<Finisher, 'again'>
  readonly hashOf: (chunk: Chunk) => string
}

/**
 * What stood, as its sources have it now. A piece that was read today is that chunk; one that was not is read again
 * through its source. With other words it stands in its place with them; what is gone is left out.
 */
export async function readStanding(
  stood: Stood,
  today: readonly Chunk[],
  scene: Scene,
  { sources, finisher, hashOf }: StoodOptions,
): Promise<Standing> {
  const byName = new Map(sources.map((source) => [source.name, source]))
  const read = Map.groupBy(today, ({ source, ref }) => pieceKey(source.name, ref))

  async function standingOf(item: StoodItem): Promise<Placed | undefined> {
    const here = read.get(pieceKey(item.source, item.ref)) ?? []
    const same = here.find((chunk) => chunkKey(chunk) === chunkKey(item))
    if (same) return inForm(same, hashOf(same) === item.hash ? item : { level: 'full' })
    // What had no room is remembered only as long as it would be chosen again.
    const near = here.find((chunk) => coversRange(item.ref, chunk.ref))
    if (item.level === 'out') return near && inForm(near, item)
    const again = await readAgain(item)
    if (again) return inForm(again, hashOf(again) === item.hash ? item : { level: 'full' })
    return undefined
  }

  async function readAgain(item: StoodItem): Promise<Chunk | undefined> {
    const source = byName.get(item.source)
    const { projectId, documentId, language, skill } = scene
    const request: RereadRequest = { projectId, documentId, skillId: skill.id, language }
    // A source that cannot be read now is as good as gone: nobody could vouch for what it said.
    const raw: Reread | undefined = await source?.reread?.(item.ref, request).catch(() => undefined)
    if (!source || raw === undefined || raw.text === '') return undefined
    return finisher.again(source, item, raw, scene)
  }

  const all = async (items: readonly StoodItem[]) =>
    (await Promise.all(items.map(standingOf))).filter((placed) => placed !== undefined)
  const [frozen, late] = await Promise.all([all(stood.frozen), all(stood.late)])
  return { frozen, late }
}
