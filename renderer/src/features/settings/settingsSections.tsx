import type { FC } from 'react'
import { BackupSettings } from '../backup/BackupSettings.tsx'
import { UpdateSettings } from '../updates/UpdateSettings.tsx'
import { AboutSettings } from './AboutSettings.tsx'
import { AgentSettings } from './AgentSettings.tsx'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import { BookFiles } from './BookFiles.tsx'
import { EditorSettings } from './EditorSettings.tsx'
import { JudgeSettings } from './JudgeSettings.tsx'
import { ModelSettings } from './ModelSettings.tsx'
import { SessionSettings } from './SessionSettings.tsx'
import { SpendingSettings } from './SpendingSettings.tsx'
import type { SectionProps, SettingsSection } from './settingsPages.ts'
import { VectorSettings } from './VectorSettings.tsx'

/** What each section shows; one that has nothing to show without a work or a desktop shows nothing. */
export const settingsSections: Readonly<Record<SettingsSection, FC<SectionProps>>> = {
  appearance: AppearanceSettings,
  editor: EditorSettings,
  services: ModelSettings,
  spending: SpendingSettings,
  vectors: VectorSettings,
  judge: JudgeSettings,
  agent: AgentSettings,
  sessions: SessionSettings,
  backup: BackupSettings,
  bookFiles: BookFiles,
  updates: UpdateSettings,
  about: AboutSettings,
}
