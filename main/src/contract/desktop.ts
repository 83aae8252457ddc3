import { z } from 'zod'
import { commandNames, windowModeNames } from './sentences/commands.ts'
import { type Channel, documentId, failure, offsetUtf16, path, projectId } from './shared.ts'

const windowMode = z.enum(windowModeNames)

/** What a window shows, for what is around it: menus and title of the desktop. */
const shown = z.strictObject({
  /** The open work; absent: the first screen, or none yet. */
  projectId: projectId.optional(),
  /** Language of the interface. */
  language: z.enum(['zh', 'en']),
  /** Colours of the interface. */
  theme: z.enum(['system', 'light', 'dark']),
  /** Absent exactly when `projectId` is. */
  work: z
    .strictObject({
      /** The title of the work. */
      name: z.string().min(1).max(200),
      /** Absolute path of its folder. */
      rootPath: path,
    })
    .optional(),
  /** Whether a chapter is open. */
  hasChapter: z.boolean(),
  /** The modes that are on. */
  modes: z.array(windowMode).max(10),
})

/** What the system shows over other windows; no word of a book, as it may be shown on a locked screen. */
const notification = z.strictObject({
  /** What has happened, in the language of the interface. */
  title: z.string().min(1).max(200),
  /** The title of the work; empty: it concerns none. */
  body: z.string().max(200),
  /** Done in the page when it is clicked, besides coming to the front; absent: nothing. */
  command: z.enum(commandNames).optional(),
})

/** What is to be done about a new version. */
const updateAction = z.enum(['read', 'check', 'download', 'install'])

/** Where the app is with a new version of itself. */
const updateState = z.strictObject({
  /**
   * `off`: no feed of new versions is set. `byHand`: this program cannot replace itself. `idle`: nothing was asked yet.
   * `latest`: there was none newer. `ready`: it is there and is installed on demand.
   */
  step: z.enum([
    ...(['off', 'byHand', 'idle', 'checking', 'latest', 'available'] as const),
    ...(['downloading', 'ready', 'installing', 'failed'] as const),
  ]),
  /** The version that runs. */
  current: z.string().max(100),
  /** The new one, as soon as it was found. */
  version: z.string().max(100).optional(),
  /** The part that has come, while downloading. */
  ratio: z.number().min(0).max(1).optional(),
  /** Why it was not installed now: a text is not saved, or something is at work. */
  obstacle: z.enum(['text', 'work']).optional(),
  /** Why it failed. */
  error: failure.optional(),
})

/** What a page tells the desktop around it; a host without one takes it and does nothing. */
export const desktop = {
  /** Replaces what this window has described before. */
  'desktop:describe': {
    effect: 'works',
    subjects: [],
    input: shown,
    output: z.strictObject({
      /** False: there is no desktop around this page. */
      used: z.boolean(),
    }),
  },
  /** Shows a notification of the system. */
  'desktop:notify': {
    effect: 'works',
    subjects: [],
    input: notification,
    output: z.strictObject({
      /** False: there is no desktop around this page, or its system shows none. */
      shown: z.boolean(),
    }),
  },
  /** Prints the page as it is, by the system's dialog or into a PDF file. */
  'desktop:print': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({
      /** Where it goes. */
      to: z.enum(['printer', 'pdf']),
    }),
    output: z.strictObject({
      /** `none`: there is no desktop around this page. `cancelled`: by the author, or by the system. */
      outcome: z.enum(['done', 'cancelled', 'none']),
      /** The file, where it was one. */
      base64: z.base64().max(360_000_000).optional(),
    }),
  },
  /** Shows on the window's sign in taskbar or dock how far its work is. */
  'desktop:progress': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({
      /** The part that is done; null: nothing is under way. */
      ratio: z.number().min(0).max(1).nullable(),
    }),
    output: z.strictObject({
      /** False: there is no desktop around this page. */
      used: z.boolean(),
    }),
  },
  /** Whether this window has a text that is on no disk yet; an update waits for it. */
  'desktop:unsaved': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({
      /** Of the open chapter. */
      isUnsaved: z.boolean(),
    }),
    output: z.strictObject({
      /** False: there is no desktop around this page. */
      used: z.boolean(),
    }),
  },
  /** New versions of the app: one look, or one step. What comes of it comes as `updates` events too. */
  'desktop:newVersion': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({
      /** `read` changes nothing. */
      action: updateAction,
    }),
    output: z.strictObject({
      /** After the step, if it was one; absent: there is no desktop around this page. */
      state: updateState.optional(),
    }),
  },
} as const satisfies Record<string, Channel>

/** What the desktop asks of the page in one of its windows. */
export const desktopEvent = z.discriminatedUnion('type', [
  z.strictObject({
    /** A command was chosen in the menu. */
    type: z.literal('command'),
    /** Which one; `palette` shows all of them. */
    command: z.enum([...commandNames, 'palette']),
  }),
  z.strictObject({
    /** A mode was chosen in the menu: it goes on or off. */
    type: z.literal('mode'),
    /** Which one. */
    mode: windowMode,
  }),
  z.strictObject({
    /** A folder was dropped on the icon, or named at the start. */
    type: z.literal('open'),
    /** Absolute path; opened as by `projects:open`. */
    rootPath: path,
  }),
  z.strictObject({
    /** So was a file: the page looks at it for an import. */
    type: z.literal('import'),
    /** Its name without a path. */
    fileName: z.string().min(1).max(255),
    /** Its bytes, at most 64 MiB. */
    base64: z.base64().max(90_000_000),
  }),
  z.strictObject({
    /** A link into a book was followed: it is shown, and nothing else. */
    type: z.literal('place'),
    /** Of the list of works; any other is refused by `projects:openKnown`. */
    projectId,
    documentId,
    offsetUtf16,
  }),
  z.strictObject({
    /** The computer goes to sleep: what is not saved yet is saved. */
    type: z.literal('suspend'),
  }),
  z.strictObject({
    /** It is awake again: what is shown may be old. */
    type: z.literal('resume'),
  }),
  z.strictObject({
    /** The app is further with a new version. */
    type: z.literal('updates'),
    /** Where it is. */
    state: updateState,
  }),
])

/** What a window shows. */
export type ShownWindow = z.infer<typeof shown>
/** What the system shows over other windows. */
export type DesktopNotification = z.infer<typeof notification>
/** What is to be done about a new version. */
export type UpdateAction = z.infer<typeof updateAction>
/** Where the app is with a new version of itself. */
export type UpdateState = z.infer<typeof updateState>
/** What the desktop asks of a page. */
export type DesktopEvent = z.infer<typeof desktopEvent>
