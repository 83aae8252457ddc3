import { useTranslation } from 'react-i18next'
import { useRuns } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { isUndecided, isWorking, outcomeOf, type Run } from './runStore.ts'
import { isDiscarded, mayChoose, versionsOf } from './runVersions.ts'
import { useCurrentRuns } from './useCurrentRuns.ts'
import './RunVersions.css'

interface RunVersionsProps {
  readonly run: Run
  readonly last: boolean
}

/** The versions of one request: which one stands in the text, all beside each other, and the way back of a discarded one. */
export const RunVersions = ({ run, last }: RunVersionsProps) => {
  const { t } = useTranslation()
  const runs = useRuns()
  const { runs: runsOfChapter } = useCurrentRuns()
  const versions = versionsOf(runsOfChapter, run)
  const written = versions.filter(({ text }) => text !== '')
  const isOpen = isUndecided(run) && !isWorking(run)
  const back = last && isDiscarded(run)
  return (
    <>
      {versions.length > 1 && isOpen && (
        <Choice
          label={t('versions.label')}
          value={run.key}
          options={versions.map(({ key }, at) => ({
            value: key,
            label: t('versions.number', { n: at + 1 }),
          }))}
          onChange={runs.choose}
        />
      )}
      {(written.length > 1 || isDiscarded(run)) && !isWorking(run) && (
        <details className="run-versions" data-testid="ai-versions">
          <summary>
            {t(written.length > 1 ? 'versions.sideBySide' : 'versions.discarded', { n: written.length })}
          </summary>
          <div className="run-beside">
            {written.map((version, at) => (
              <Version key={version.key} version={version} shown={run} number={at + 1} />
            ))}
          </div>
        </details>
      )}
      {back && (
        <div className="run-actions">
          <Button data-testid="ai-call-back" onClick={runs.callBack}>
            {t('versions.callBack')}
          </Button>
        </div>
      )}
    </>
  )
}

interface VersionProps {
  readonly version: Run
  /** The one of the same request that the card tells of. */
  readonly shown: Run
  readonly number: number
}

const Version = ({ version, shown, number }: VersionProps) => {
  const { t } = useTranslation()
  const runs = useRuns()
  const { key, text } = version
  const outcome = outcomeOf(version)
  const take = () => {
    runs.choose(key)
    void runs.accept()
  }
  const state = outcome ?? (key === shown.key ? 'inText' : null)
  return (
    <section className="run-version" aria-label={t('versions.number', { n: number })}>
      <p className="run-who">
        {t('versions.number', { n: number })}
        {state !== null && <span className="quiet"> {t(`versions.states.${state}`)}</span>}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long version is scrolled by keyboard */}
      <p className="run-text run-output" tabIndex={0}>
        {text}
      </p>
      <div className="run-actions">
        <CopyButton text={text} label={t('run.copy')} done={t('run.copied')} wide />
        {mayChoose(shown, version) && <Button onClick={take}>{t('versions.take')}</Button>}
        {outcome === 'rejected' && (
          <Button onClick={() => void runs.insertAtCaret(key)}>{t('run.insert')}</Button>
        )}
      </div>
    </section>
  )
}
