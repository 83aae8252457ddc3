import type { UpdateState } from '../../../contract/desktop.ts'
import type { UiLanguage } from '../../../contract/sentences/errorKeys.ts'
import type { NotificationText } from '../api.ts'

/** The words of new versions outside of the page. */
export const updateWords = {
  check: { zh: '检查更新…', en: 'Check for Updates…' },
  restart: { zh: '重启以更新', en: 'Restart to Update' },
  available: { zh: 'CreoNow 有新版本', en: 'There is a new version of CreoNow' },
  ready: { zh: '新版本已经下载好', en: 'The new version is ready' },
  inSettings: { zh: '在设置里下载', en: 'Download it in the settings' },
  toInstall: { zh: '重启以更新', en: 'Restart to update' },
  startAgain: { zh: '重新打开', en: 'Start Again' },
} as const

/** What the system shows of a new version; null: this step is no news. */
export function newsOf({ step, version = '' }: UpdateState, language: UiLanguage): NotificationText | null {
  if (step !== 'available' && step !== 'ready') return null
  const then = updateWords[step === 'available' ? 'inSettings' : 'toInstall'][language]
  return { title: updateWords[step][language], body: `${version} · ${then}` }
}
