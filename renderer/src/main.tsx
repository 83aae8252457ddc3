import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/layout.css'
import './styles/panel.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { AppProvider } from './app/AppContext.tsx'
import { browserFullScreen } from './app/browserFullScreen.ts'
import { createApp } from './app/createApp.ts'
import { enterWeb } from './app/enterWeb.ts'
import { Gate } from './app/Gate.tsx'
import { createLastPlace } from './app/lastPlace.ts'
import { findingWords } from './features/contextViewer/sentences.ts'
import { languageWords } from './features/editor/extensions.ts'
import { createBrowserPort } from './features/journal/browserPort.ts'
import { createInstantPort, createSealedInstantPort } from './features/journal/instantPort.ts'
import { createJournal } from './features/journal/journal.ts'
import { announcePage, findLivePages } from './features/journal/livePages.ts'
import { createSealedPort } from './features/journal/sealedPort.ts'
import { startI18n } from './i18n/index.ts'
import { bridgeTransport, createIpc } from './ipc/client.ts'

const i18n = await startI18n()
const nonce = document.querySelector<HTMLMetaElement>('meta[name="creonow-nonce"]')?.content ?? ''
const narrow = window.matchMedia('(max-width: 899px)')
const oneSide = window.matchMedia('(max-width: 1279px)')

const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no #root')
const root = createRoot(element)

/** The way to main, and the journal: the desktop app's lies in its own profile, a browser's is encrypted. */
const arrive = async () => {
  const storage = window.localStorage
  if (window.creonow !== undefined)
    return {
      transport: bridgeTransport(window.creonow),
      port: createBrowserPort(),
      instant: createInstantPort(storage),
    }
  const { transport, journalKey } = enterWeb()
  // The settings that say which language and theme it is are behind the gate.
  if (!navigator.language.startsWith('zh')) await i18n.changeLanguage('en')
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  root.render(<Gate connection={transport.connection} />)
  const key = await journalKey
  const [port, instant] = await Promise.all([
    createSealedPort(createBrowserPort(), key),
    createSealedInstantPort(storage, key),
  ])
  return { transport, port, instant }
}

const { transport, port, instant } = await arrive()
const page = crypto.randomUUID()
announcePage(page, navigator.locks, window)
const journal = createJournal({
  port,
  instant,
  page,
  livePages: () => findLivePages(navigator.locks),
})

const ipc = createIpc(transport)
const declared = await ipc.invoke('channels:list', {})
let bookLanguage: 'zh' | 'en' | undefined
const app = createApp({
  ipc,
  channels: declared.ok ? declared.data.channels : null,
  journal,
  nonce,
  narrow: narrow.matches,
  windowStorage: window.sessionStorage,
  lastingStorage: window.localStorage,
  fullScreen: browserFullScreen(document, navigator),
  lastPlace: createLastPlace(window.sessionStorage, window.localStorage, journal),
  editorWords: () =>
    languageWords(i18n.t('find', { returnObjects: true }), i18n.t('editor.label'), bookLanguage),
  suggestionWords: () => i18n.t('suggestion', { returnObjects: true }),
  nameWords: () => ({
    label: i18n.t('names.card'),
    kind: ({ type }) => i18n.t(`names.kinds.${type}`),
    unknown: i18n.t('names.unknown'),
    open: i18n.t('names.open'),
  }),
  findingWords: (finding) => findingWords(finding, i18n.t),
})

app.view.setState({ oneSide: oneSide.matches })
oneSide.addEventListener('change', ({ matches }) => app.view.setState({ oneSide: matches }))
narrow.addEventListener('change', ({ matches }) => {
  const { fullScreen } = app.view.getState()
  const open = !matches && !fullScreen
  app.view.setState({ narrow: matches, leftOpen: open, panelOpen: open })
})
app.workspace.store.subscribe(({ project }) => {
  if (project?.language === bookLanguage) return
  bookLanguage = project?.language
  app.editor.refreshWords()
})
// Switched in another window.
window.addEventListener('storage', () => app.typingSwitch.reread())
i18n.on('languageChanged', () => app.editor.refreshWords())
// The question whether to leave comes before the page goes: there is still time to write.
window.addEventListener('beforeunload', (event) => {
  app.saveAll()
  const { kind } = app.editor.store.getState().save
  if (kind === 'saved') return
  void app.editor.flush()
  // What lies in the journal is offered when the page comes back; a question is for what lies nowhere else.
  if (journal.store.getState().failing) event.preventDefault()
})

// Also when the window closes or loads again; a message on its way out is still sent.
window.addEventListener('pagehide', () => {
  app.runs.reportEdits()
  app.saveAll()
})
// A tab in the background may be ended without another word.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') app.saveAll()
})

await app.drafts.load()

root.render(
  <CSPProvider nonce={nonce}>
    <AppProvider app={app}>
      <App />
    </AppProvider>
  </CSPProvider>,
)
