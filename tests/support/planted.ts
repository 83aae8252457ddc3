import {
  type Draft,
  defineSource,
  type Notice,
  type Reason,
  type Ref,
  type Scene,
  type Source,
  type SourceIo,
} from '../../main/src/services/context/index.ts'
import { createSources, type SourcePorts } from '../../main/src/services/sources/index.ts'

/** A piece of material in few words: the source it stands for, its text, and whatever matters to the test. */
export interface Planted extends Partial<Omit<Draft, 'ref' | 'reason'>>, Omit<Ref, 'path'> {
  /** Name of a real source: what it declares decides about order, fitting and evidence. */
  readonly source: string
  readonly path?: string
  readonly text: string
  readonly label?: string
  readonly score?: number
  readonly reason?: Reason
}

interface PlantedDraft extends Draft {
  readonly label: string
  readonly score: number | undefined
}

// For what they declare: nothing is read through them.
const real = new Map(createSources({} as SourcePorts).map((source) => [source.name, source]))

/** What the page reads of each source of the app. */
export const namedSources = [...real.values()].map(({ name, display }) => ({
  sourceName: name,
  name: display.name,
}))

/** A source of the app, by its name. */
export function realSource(name: string): Source {
  const source = real.get(name)
  if (!source) throw new Error(`the app has no source ${name}`)
  return source
}

/** The draft that a source would hand over, raw. */
export function draftOf(planted: Planted, projectId = 'p1'): PlantedDraft {
  const { source: _source, text, path = `.creonow/settings/${text.slice(0, 4)}.md`, ...given } = planted
  const { item, from, to, position, label = 'label', score, ...rest } = given
  return {
    storeId: projectId,
    title: path,
    reason: { code: 'given', params: { text: '植入' } },
    ...rest,
    ref: {
      path,
      ...(item === undefined ? {} : { item }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(position === undefined ? {} : { position }),
    },
    text,
    label,
    score,
  }
}

type Read = (scene: Scene, io: SourceIo) => Promise<readonly Planted[]>

/** What a real source declares, over a way to read of the test's own. */
export function sourceOf(name: string, read: Read, missing?: Notice): Source {
  const { reread: _reread, ...facts } = realSource(name)
  return defineSource<PlantedDraft>({
    ...facts,
    ...(missing ? { missing } : {}),
    label: ({ label }) => label,
    score: ({ score }) => score,
    read: async (scene, io) => (await read(scene, io)).map((planted) => draftOf(planted, scene.projectId)),
  })
}

/** Sources that hand over the given material, one for each that it names. */
export function sourcesOf(planted: readonly Planted[]): Source[] {
  return [...Map.groupBy(planted, ({ source }) => source)].map(([name, members]) =>
    sourceOf(name, async () => members),
  )
}
