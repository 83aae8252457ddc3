import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import { useProjectId, useViewStore } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import './VoiceScreen.css'

type Voice = ChannelOutput<'voice:get'>

/** How the author writes, measured; the way into the prompt; and what accepted texts of models overuse. */
export const VoiceScreen = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const view = useViewStore()
  const projectId = useProjectId()
  const { data, error } = useChannelQuery('voice:get', { projectId })
  const saving = useChannelMutation('voice:save')
  const fault = error ?? saving.error
  return (
    <>
      <p className="quiet">{t('voice.about')}</p>
      {fault !== null && <Notice tone="danger">{sentence(fault)}</Notice>}
      {data === undefined && error === null && <Skeleton label={t('app.loading')} lines={6} />}
      {data?.sheet === null && <p className="quiet">{t('voice.empty')}</p>}
      {data?.sheet && (
        <>
          <Sheet sheet={data.sheet} language={data.language} />
          {data.path === null ? (
            <div className="sheet-tools">
              <Button
                data-testid="voice-save"
                disabled={saving.isPending}
                onClick={() => void saving.send('voice:save', { projectId })}
              >
                {t('voice.save')}
              </Button>
            </div>
          ) : (
            <>
              <p data-testid="voice-saved">{t('voice.saved', { name: nameOf(data.path) })}</p>
              <div className="sheet-tools">
                <Button onClick={() => openSheet(view, 'world')}>{t('voice.open')}</Button>
              </div>
            </>
          )}
          <Meter voice={data} />
        </>
      )}
    </>
  )
}

const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\.md$/, '')

interface SheetProps {
  readonly sheet: NonNullable<Voice['sheet']>
  readonly language: Voice['language']
}

const Sheet = ({ sheet, language }: SheetProps) => {
  const { t } = useTranslation()
  const { sentence, paragraph, dialogue, person, tense, turns, quotations } = sheet
  const unit = t(`voice.units.${language}`)
  return (
    <dl className="voice-sheet" data-testid="voice-sheet">
      <dt>{t('voice.sentence')}</dt>
      <dd>{t('voice.lengths', { ...sentence, unit })}</dd>
      <dt>{t('voice.paragraph')}</dt>
      <dd>{t('voice.lengths', { ...paragraph, unit })}</dd>
      <dt>{t('voice.dialogue')}</dt>
      <dd>{t('voice.share', { percent: Math.round(dialogue * 100) })}</dd>
      {person !== null && (
        <>
          <dt>{t('voice.person')}</dt>
          <dd>{t(`voice.persons.${person}`)}</dd>
        </>
      )}
      {tense !== null && (
        <>
          <dt>{t('voice.tense')}</dt>
          <dd>{t(`voice.tenses.${tense}`)}</dd>
        </>
      )}
      {turns.length > 0 && (
        <>
          <dt>{t('voice.turns')}</dt>
          <dd>{turns.map(({ text }) => text).join(t('run.comma'))}</dd>
        </>
      )}
      {quotations.length > 0 && (
        <>
          <dt>{t('voice.quotations')}</dt>
          <dd>
            {quotations.map((quotation) => (
              <p key={quotation}>{quotation}</p>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

const Meter = ({ voice }: { readonly voice: Voice }) => {
  const { t } = useTranslation()
  const { language, distances, accepted: texts, tics } = voice
  const { low, high, accepted } = distances
  const shown = tics.filter((tic) => tic.own + tic.accepted > 0)
  return (
    <section className="voice-meter" aria-labelledby="voice-meter">
      <h3 id="voice-meter">{t('voice.meter')}</h3>
      {texts.texts === 0 && <p className="quiet">{t('voice.noAccepted')}</p>}
      {accepted !== null && low !== null && high !== null && (
        <p>
          {t('voice.distance', { accepted, low, high })} {accepted > high && t('voice.farther')}
        </p>
      )}
      {shown.length > 0 && (
        <table>
          <caption>{t('voice.tics', { unit: t(`voice.units.${language}`) })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('voice.tic')}</th>
              <th scope="col">{t('voice.own')}</th>
              <th scope="col">{t('voice.accepted')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ label, ownRate, acceptedRate, more }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="number">{ownRate}</td>
                <td className="number">
                  {acceptedRate} {more && <span className="voice-more">{t('voice.more')}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
