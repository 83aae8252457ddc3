import type { i18n as I18n } from 'i18next'
import type { SourceName } from '#contract/context.ts'
import type { Ipc } from '../ipc/types.ts'

/** The namespace of words whose keys are the names of sources; each source declares its own. */
export const sourceNamespace = 'sources'

/** Adds how sources of context are named to the words of the page. */
export const addSourceNames = (sources: readonly SourceName[], i18n: I18n): void => {
  for (const language of ['zh', 'en'] as const) {
    const labels = sources.map(({ sourceName, name }) => [sourceName, name[language]])
    i18n.addResourceBundle(language, sourceNamespace, Object.fromEntries(labels))
  }
}

/** Reads them from main. Without them the viewer has one neutral word for every source. */
export const loadSourceNames = async (ipc: Pick<Ipc, 'invoke'>, i18n: I18n): Promise<void> => {
  const answer = await ipc.invoke('context:sources:list', {})
  if (answer.ok) addSourceNames(answer.data.sources, i18n)
}
