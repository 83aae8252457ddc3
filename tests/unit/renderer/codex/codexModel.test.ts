import { describe, expect, it } from 'vitest'
import type { CodexEntry } from '../../../../main/src/contract/codex.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import { createCodexModel } from '../../../../renderer/src/features/codex/codexModel.ts'
import { entryOf } from '../../../fixtures/codex/entries.ts'
import { pageQueries } from '../../../support/page.ts'

/** A codex of one entry whose file has a new hash after every write. */
function codexOf(first: CodexEntry) {
  let entry = first
  let version = 0
  let project = 'p1'
  const queries = pageQueries({
    async invoke(channel, input) {
      const hash = `h${version}`
      if (channel === 'codex:read') return { ok: true, data: { entry, hash } }
      if (channel !== 'codex:save') return { ok: true, data: {} }
      const asked = input as { readonly entry: CodexEntry; readonly baseHash: string }
      if (asked.baseHash !== hash) return { ok: false, error: errorPayload('CONFLICT', { why: 'entry' }) }
      entry = asked.entry
      version += 1
      return { ok: true, data: { id: entry.id, path: 'a.md', hash: `h${version}` } }
    },
  })
  const model = createCodexModel(queries, () => project)
  return {
    model,
    aliases: () => entry.aliases,
    writes: () => version,
    openOther: () => {
      project = 'p2'
    },
  }
}

describe('names that are merged into a card', () => {
  it('are all on it when several are merged at once, and none twice', async () => {
    const { model, aliases, writes } = codexOf(
      entryOf({ id: 'a', name: '玄德', aliases: [{ name: '皇叔', from: 'c2' }] }),
    )
    const added = ['刘备', '豫州', '刘备'].map((alias) => model.addAliases('a', [alias, '玄德', '皇叔']))
    expect(await Promise.all(added)).toEqual([true, true, true])
    expect(aliases()).toEqual([{ name: '皇叔', from: 'c2' }, '刘备', '豫州'])
    expect(writes()).toBe(3)
    expect(model.store.getState().error).toBeNull()
  })

  it('are on no card of a book that was opened meanwhile', async () => {
    const { model, aliases, openOther } = codexOf(entryOf({ id: 'a', name: '玄德' }))
    const added = model.addAliases('a', ['刘备'])
    openOther()
    expect([await added, aliases()]).toEqual([false, []])
  })
})
