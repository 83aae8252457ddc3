import { useTranslation } from 'react-i18next'
import { useIpc } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'
import {
  type AuthorFields,
  fieldsOf,
  hours,
  languageName,
  languages,
  machineZone,
  storedAuthor,
  zoneName,
  zonesFor,
} from './authorFields.ts'

/** Language, style, time zone and working hours: what talks and tasks know of the author, in every book. */
export const AboutAuthor = ({ projectId }: { readonly projectId: string }) => {
  const { t, i18n } = useTranslation()
  const ipc = useIpc()
  const saved = useAutosaved<AuthorFields>({
    path: 'settings:author',
    place: { projectId, form: 'author', row: '' },
    async read() {
      const answer = await ipc.invoke('settings:get', {})
      return answer.ok ? { ok: true, data: { value: fieldsOf(answer.data.author), hash: '' } } : answer
    },
    async write(value) {
      const answer = await ipc.invoke('settings:update', { patch: { author: storedAuthor(value) } })
      if (!answer.ok) return answer
      return { ok: true, data: { hash: '' } }
    },
  })
  const { value, change } = saved
  const zone = (id: string) => ({ value: id, label: zoneName(id, i18n.language) })
  const clock = hours.map((hour) => ({
    value: hour,
    label: hour === '' ? t('memory.author.open') : `${hour}:00`,
  }))
  return (
    <section className="settings-section" data-testid="about-author">
      <h3>{t('memory.author.title')}</h3>
      <p className="form-hint">{t('memory.author.lead')}</p>
      {value !== null && (
        <>
          <SelectField
            label={t('memory.author.language')}
            value={value.language}
            options={languages.map((tag) => ({
              value: tag,
              label: tag === '' ? t('memory.author.ofBook') : languageName(tag, i18n.language),
            }))}
            onChange={(language) => change({ language })}
          />
          <Field
            label={t('memory.author.style')}
            hint={t('memory.author.styleHint')}
            value={value.style}
            maxLength={300}
            onChange={(style) => change({ style })}
          />
          <SelectField
            label={t('memory.author.timeZone')}
            value={value.timeZone}
            options={[
              {
                value: '',
                label: t('memory.author.machine', { zone: zoneName(machineZone(), i18n.language) }),
              },
              ...zonesFor(value.timeZone).map(zone),
            ]}
            onChange={(timeZone) => change({ timeZone })}
          />
          <SelectField
            label={t('memory.author.from')}
            value={value.from}
            options={clock}
            onChange={(from) => change({ from })}
          />
          <SelectField
            label={t('memory.author.to')}
            value={value.to}
            options={clock}
            onChange={(to) => change({ to })}
          />
        </>
      )}
      <AutosavedNotice saved={saved} words={({ style }) => style} />
    </section>
  )
}
