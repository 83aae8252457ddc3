import type { codex as contract } from '../contract/codex.ts'
import { AppError } from '../lib/appError.ts'
import type { CodexExchange, CodexService } from '../services/codex/index.ts'
import type { Handlers } from './router.ts'

export interface CodexHandlerOptions {
  readonly codex: CodexService
  readonly exchange: CodexExchange
}

/** Handlers of the `codex:` channels. */
export function codexHandlers({ codex, exchange }: CodexHandlerOptions): Handlers<typeof contract> {
  return {
    'codex:list': async ({ projectId }) => ({ entries: await codex.list(projectId) }),
    'codex:read': ({ projectId, id }) => codex.read(projectId, id),
    'codex:card:get': async ({ projectId, documentId, id }) => {
      const card = await codex.card(projectId, documentId, id)
      if (card === undefined) throw new AppError('NOT_FOUND', { why: 'entry' })
      return { card }
    },
    'codex:save': ({ projectId, entry, baseHash }) => codex.save(projectId, entry, baseHash),
    'codex:cards:create': ({ projectId, cards }) => codex.createCards(projectId, cards),
    'codex:delete': async ({ projectId, id, baseHash }) => {
      await codex.delete(projectId, id, baseHash)
      return { deleted: true }
    },
    'codex:mentions': async ({ projectId, text }) => ({ mentions: await codex.mentions(projectId, text) }),
    'codex:suggestions': ({ projectId, ...filter }, { signal }) =>
      codex.suggestions(projectId, filter, signal),
    'codex:import': ({ projectId, upload }, { signal }) => exchange.import(projectId, upload, signal),
    'codex:export': ({ projectId, format }, { signal }) => exchange.export(projectId, format, signal),
  }
}
