import { useTranslation } from 'react-i18next'
import type { AppSettings } from '#contract/settings.ts'
import { useSettings, useTypingSwitch, useView } from '../../app/AppContext.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Choice } from '../../components/Choice.tsx'
import { NumberChoice } from '../../components/NumberChoice.tsx'
import { BookWords } from '../spelling/BookWords.tsx'
import { WordLists } from '../spelling/WordLists.tsx'
import type { SectionProps } from './settingsPages.ts'

/** How the manuscript is set: size, line height, measure, face. */
export const EditorSettings = ({ current: { editor: current } }: SectionProps) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const typingSwitch = useTypingSwitch()
  const isSmart = useView(({ smartTyping }) => smartTyping)
  const change = (patch: Partial<AppSettings['editor']>) =>
    void settings.update({ editor: { ...current, ...patch } })
  return (
    <section className="settings-section">
      <h3>{t('settings.editor')}</h3>
      <NumberChoice
        label={t('settings.fontSize')}
        value={current.fontSizePx}
        min={12}
        max={36}
        step={1}
        onChange={(fontSizePx) => change({ fontSizePx })}
      />
      <NumberChoice
        label={t('settings.lineHeight')}
        value={current.lineHeight}
        min={1.2}
        max={3}
        step={0.05}
        onChange={(lineHeight) => change({ lineHeight })}
      />
      <NumberChoice
        label={t('settings.measure')}
        value={current.measureEm}
        min={20}
        max={80}
        step={1}
        onChange={(measureEm) => change({ measureEm })}
      />
      <Choice
        label={t('settings.face')}
        value={current.face}
        options={[
          { value: 'serif', label: t('settings.serif') },
          { value: 'sans', label: t('settings.sans') },
        ]}
        onChange={(face) => change({ face })}
      />
      <CheckField
        label={t('settings.selectionBar')}
        hint={t('settings.selectionBarHint')}
        testId="selection-bar-setting"
        checked={current.selectionBar ?? true}
        onChange={(selectionBar) => change({ selectionBar })}
      />
      <CheckField
        label={t('settings.smartTyping')}
        hint={t('settings.smartTypingHint')}
        testId="smart-typing-setting"
        checked={isSmart}
        onChange={typingSwitch.toggle}
      />
      <CheckField
        label={t('settings.spelling')}
        hint={t('settings.spellingHint')}
        testId="spelling-setting"
        checked={current.spelling ?? true}
        onChange={(spelling) => change({ spelling })}
      />
      <BookWords />
      <WordLists />
    </section>
  )
}
