import type { ChannelOutput } from '#contract/index.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { AutosavedUse } from '../autosavedForm/useAutosaved.ts'
import type { DraftPlace } from '../drafts/drafts.ts'
import type { Beat } from './beats.ts'

/** What a form has of a chapter's plan. */
export interface PlanValue {
  /** In the author's words; empty when there are only beats. */
  readonly text: string
  /** In their order; those without words are not stored. */
  readonly beats: readonly Beat[]
  /** Codex entry, or name, of the point-of-view character; empty: none is stated. */
  readonly pov: string
  /** How far the chapter is; empty: not stated. */
  readonly status: string
  /** The author's word for a group of chapters; empty: not stated. */
  readonly label: string
}

/** Where the unfinished plan of a chapter lies. */
export const planPlace = (projectId: string, documentId: string): DraftPlace => ({
  projectId,
  form: 'plan',
  row: documentId,
})

export const planValue = (stored: Omit<ChannelOutput<'plan:get'>, 'documentId' | 'hash'>): PlanValue => {
  const { plan, pov, status, label } = stored
  return {
    text: plan?.text ?? '',
    beats: plan?.beats ?? [],
    pov: pov ?? '',
    status: status ?? '',
    label: label ?? '',
  }
}

/** What was typed before plans had a status has none. */
const asStored = ({ text, beats, pov, status = '', label = '' }: PlanValue): PlanValue => ({
  text: text.trim(),
  beats: beats.map((beat) => ({ ...beat, text: beat.text.trim() })).filter((beat) => beat.text !== ''),
  pov,
  status: status.trim(),
  label: label.trim(),
})

/** Nothing is intended with the chapter; the point of view belongs to it with or without a plan. */
export const isEmptyPlan = (value: PlanValue): boolean => {
  const { text, beats } = asStored(value)
  return text === '' && beats.length === 0
}

/** The plan, the point of view, the status and the label of one chapter, as their form stores them. */
export const storedPlan = (
  ipc: Pick<Ipc, 'invoke'>,
  { projectId, documentId }: { readonly projectId: string; readonly documentId: string },
): AutosavedUse<PlanValue> => ({
  path: '.creonow/book.json',
  place: planPlace(projectId, documentId),
  async read() {
    const answer = await ipc.invoke('plan:get', { projectId, documentId })
    return answer.ok ? { ok: true, data: { value: planValue(answer.data), hash: answer.data.hash } } : answer
  },
  async write(value, hash, base) {
    const { text, beats, pov, status, label } = asStored(value)
    // A form has been read before it is written.
    const baseHash = hash ?? ''
    return ipc.invoke('plan:set', {
      ...{ projectId, documentId, baseHash },
      plan: isEmptyPlan(value) ? null : { text, beats: [...beats] },
      // An empty one would state that there is none, also where nothing was stated.
      ...(pov !== base.pov && { pov: pov === '' ? null : pov }),
      ...(status !== base.status && { status: status === '' ? null : status }),
      ...(label !== base.label && { label: label === '' ? null : label }),
    })
  },
  asStored,
})
