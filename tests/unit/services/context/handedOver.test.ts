import { describe, expect, it } from 'vitest'
import { toResult } from '../../../../main/src/services/context/core/explain.ts'
import type { Ref, Source, SourceIo } from '../../../../main/src/services/context/index.ts'
import { engineOf, passage, requestFor, rule } from '../../../support/engine.ts'
import { sourceOf, sourcesOf } from '../../../support/planted.ts'

const chapter = `${'他沿着石阶往上走，数到第三十级停下。'.repeat(4)}\n`.repeat(12)
const passages = Array.from({ length: 12 }, (_, n) =>
  passage(n + 1, `${n}：${'The lamp went out. 灯灭了。'.repeat(20)}`, 0.9 - n / 20, { from: 0, to: 420 }),
)

describe('a source', () => {
  it('is told what an earlier request has of it, by range, and nothing on a first or a stateless one', async () => {
    const told: (readonly Ref[] | undefined)[] = []
    const source: Source = {
      ...sourceOf('passages', async () => passages.slice(0, 2)),
      async reread() {
        return { text: passages[0]?.text ?? '' }
      },
    }
    const watching: Source = {
      ...source,
      read(scene, io: SourceIo) {
        told.push(io.previouslyIncluded)
        return source.read(scene, io)
      },
    }
    const engine = engineOf([watching])
    await engine.assemble(requestFor(chapter))
    await engine.assemble(requestFor(`${chapter}雾散了。`))
    await engine.assemble(requestFor(chapter, { stateless: true }))
    expect(told[0]).toBeUndefined()
    expect(told[1]?.map(({ path, from, to }) => [path, from, to])).toEqual(
      passages.slice(0, 2).map(({ path, from, to }) => [path, from, to]),
    )
    expect(told.at(-1)).toBeUndefined()
  })
})

describe('a result', () => {
  it('says of each layer whether something of it was cut or left out', async () => {
    const engine = engineOf(sourcesOf([rule('不写梦。'), ...passages]))
    const truncatedOf = async (windowTokens: number) => {
      const model = { id: 'm', windowTokens, outputReserveTokens: 500 }
      const { layers } = toResult(
        await engine.assemble(requestFor(chapter, { model, stateless: true })),
        null,
      )
      return Object.entries(layers).map(([name, { truncated }]) => `${name} ${truncated}`)
    }
    expect(await truncatedOf(64_000)).toEqual([
      ...['rules false', 'settings false', 'retrieved false', 'immediate false'],
    ])
    expect(await truncatedOf(4000)).toEqual([
      ...['rules false', 'settings false', 'retrieved true', 'immediate false'],
    ])
  })
})
