/** An event of a conversation's log, as the file has it. */
export interface LoggedEvent {
  readonly id: string
  readonly type: string
  readonly content: string
  readonly metadata?: {
    readonly compaction?: { readonly covers?: { readonly from: string; readonly to: string } }
  }
}

/** What the evidence of one request says about the messages before it. */
interface HistoryEvidence {
  readonly sent: readonly { readonly id: string }[]
  readonly leftOut: {
    readonly overBudget: number
    readonly unanswered: number
    readonly compacted?: number
  }
}

/**
 * What of the messages before a request is not accounted for: each is sent, in a summary that is sent, or counted as
 * left out, and none is in two of these. `wire`: the JSON of the messages that arrived at the service.
 */
export function faultsOfAccount(
  events: readonly LoggedEvent[],
  { sent, leftOut }: HistoryEvidence,
  wire: string,
): readonly string[] {
  const messages = events.filter(({ type }) => type === 'user' || type === 'assistant')
  const arrived = (text: string) => wire.includes(JSON.stringify(text).slice(1, -1))
  const summaries = events.flatMap((event) => {
    const covers = event.metadata?.compaction?.covers
    return covers ? [{ ...event, covers }] : []
  })
  const coveredBy = ({ covers }: { readonly covers: { readonly from: string; readonly to: string } }) => {
    const from = events.findIndex(({ id }) => id === covers.from)
    const to = events.findIndex(({ id }) => id === covers.to)
    return events.slice(from, to + 1).filter(({ type }) => type !== 'summary')
  }
  const covered = new Set(summaries.flatMap(coveredBy).map(({ id }) => id))
  const replaced = new Set(
    summaries.filter(({ content }) => arrived(content)).flatMap((one) => coveredBy(one).map(({ id }) => id)),
  )
  const summaryIds = new Set(summaries.map(({ id }) => id))
  const sentIds = sent.map(({ id }) => id).filter((id) => !summaryIds.has(id))
  const contents = new Map(messages.map(({ id, content }) => [id, content]))
  const lost = sentIds.filter((id) => !arrived(contents.get(id) ?? '\u0000'))
  const twice = sentIds.filter((id) => covered.has(id))
  const { overBudget, unanswered, compacted = 0 } = leftOut
  const listed = messages.length - sentIds.length - replaced.size
  return [
    ...(lost.length > 0 ? [`${lost.length} messages are sent and did not arrive`] : []),
    ...(twice.length > 0 ? [`${twice.length} messages are in a summary and sent too`] : []),
    ...(compacted === replaced.size
      ? []
      : [`${compacted} messages are counted as in a summary, ${replaced.size} are in one that arrived`]),
    ...(overBudget + unanswered === listed
      ? []
      : [`${overBudget} + ${unanswered} messages are counted as left out, ${listed} are`]),
  ]
}
