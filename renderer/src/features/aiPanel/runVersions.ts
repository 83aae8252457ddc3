import { hasAccepted } from '../editor/partControls.ts'
import { isUndecided, isWorking, type Run } from './runStore.ts'

/** Names the request that a run is a version of. */
export const requestOf = ({ key, versionOf }: Pick<Run, 'key' | 'versionOf'>): string => versionOf ?? key

/** What was written for the same request, oldest first; a version without a word counts only while it is shown. */
export const versionsOf = (runs: readonly Run[], run: Run): readonly Run[] =>
  runs.filter((each) => requestOf(each) === requestOf(run) && (each.text !== '' || each.key === run.key))

/** Of one request, what the writer has not decided about. */
export const undecidedOf = (runs: readonly Run[], run: Run): readonly Run[] =>
  runs.filter((each) => requestOf(each) === requestOf(run) && isUndecided(each))

/** Whether another version may take the place of the one that waits, of which nothing stands in the text yet. */
export const mayChoose = (shown: Run, requested: Run): boolean =>
  requestOf(shown) === requestOf(requested) &&
  shown.key !== requested.key &&
  !isWorking(shown) &&
  !hasAccepted(shown.divided) &&
  requested.text !== '' &&
  isUndecided(shown) &&
  isUndecided(requested)

/** A text that was discarded where it would have stood in the manuscript: it can be called back. */
export const isDiscarded = ({ decision, place, text }: Run): boolean =>
  decision.kind === 'rejected' && place === 'text' && text !== ''
