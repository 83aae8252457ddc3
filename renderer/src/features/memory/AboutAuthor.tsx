import { useTranslation } from 'react-i18next'
import type { AuthorPreferences } from '#contract/settings.ts'
import { useIpc } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'

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
          <details>
            <summary>{t('memory.author.more')}</summary>
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
          </details>
        </>
      )}
      <AutosavedNotice saved={saved} formatValue={({ style }) => style} />
    </section>
  )
}

/** The fields of the form; an empty one is unset. */
interface AuthorFields {
  readonly language: NonNullable<AuthorPreferences['language']> | ''
  readonly style: string
  readonly timeZone: string
  /** Hours in two digits; both or none are stored. */
  readonly from: string
  readonly to: string
}

const twoDigits = (hour: number) => String(hour).padStart(2, '0')

/** '' and then 00 to 24. */
const hours: readonly string[] = ['', ...Array.from({ length: 25 }, (_, hour) => twoDigits(hour))]

/** The first is for the book’s. */
const languages: readonly AuthorFields['language'][] = ['', 'zh-Hans', 'zh-Hant', 'en', 'ja', 'ko']

/** In the language of the page. */
const languageName = (tag: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag

const offered = [
  ...['Asia/Shanghai', 'Asia/Taipei', 'Asia/Hong_Kong', 'Asia/Singapore', 'Asia/Tokyo', 'Asia/Seoul'],
  ...['Asia/Kolkata', 'Asia/Dubai', 'Europe/Moscow', 'Europe/Berlin', 'Europe/London', 'America/Sao_Paulo'],
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'],
  ...['Australia/Sydney', 'Pacific/Auckland'],
]

const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** What is offered, the machine’s own and the stored one among them. */
const zonesFor = (stored: string): readonly string[] => [
  ...new Set([...offered, machineZone(), ...(stored === '' ? [] : [stored])]),
]

/** As people call it; one that this browser does not know goes by its id. */
function zoneName(timeZone: string, language: string): string {
  try {
    const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' })
    const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
    return language === 'zh' ? name.replace(/^(?:GMT|UTC)/, '世界时') : name
  } catch {
    // Written by hand, or of a newer list than this browser's.
    return timeZone
  }
}

function fieldsOf({ language, style, timeZone, workingHours }: AuthorPreferences = {}): AuthorFields {
  return {
    language: language ?? '',
    style: style ?? '',
    timeZone: timeZone ?? '',
    from: workingHours ? twoDigits(workingHours.from) : '',
    to: workingHours ? twoDigits(workingHours.to) : '',
  }
}

function storedAuthor({ language, style, timeZone, from, to }: AuthorFields): AuthorPreferences {
  return {
    ...(language === '' ? {} : { language }),
    ...(style.trim() === '' ? {} : { style: style.trim() }),
    ...(timeZone === '' ? {} : { timeZone }),
    ...(from === '' || to === '' ? {} : { workingHours: { from: Number(from), to: Number(to) } }),
  }
}
