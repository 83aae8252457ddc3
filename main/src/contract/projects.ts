import { z } from 'zod'
import { notice } from './notices.ts'
import { type Channel, path, projectId } from './shared.ts'

/** The title of the work. */
const name = z.string().trim().min(1).max(200)
/** A project that this session may use from now on. */
const opened = z.strictObject({
  projectId,
  /** The title of the work. */
  name,
  /** Language in which the book is written. */
  language: z.enum(['zh', 'en']),
  /** Real path of the project's folder, absolute. */
  rootPath: path,
  /** What happened at the opening, in Chinese; people read translations of `notices`. Absent: nothing to report. */
  notice: z.string().max(2000).optional(),
  /** The same as codes; absent: nothing to report. */
  notices: z.array(notice).max(10).optional(),
})

/** Works: making, opening and listing them. */
export const projects = {
  /** Makes a folder a project; CONFLICT when it is one. */
  'projects:create': {
    effect: 'works',
    subjects: ['projects'],
    input: z.strictObject({
      /** Absolute path of a folder; made when it is missing. */
      rootPath: path,
      /** The title of the work. */
      name,
      /** Absent: Chinese. */
      language: z.enum(['zh', 'en']).optional(),
    }),
    output: opened,
  },
  /** Opens a folder with a manuscript; one without an id gets one. */
  'projects:open': {
    effect: 'works',
    subjects: ['projects'],
    input: z.strictObject({
      /** Absolute path of the folder. */
      rootPath: path,
    }),
    output: opened,
  },
  /** Opens a work of the list where it was last. */
  'projects:openKnown': {
    effect: 'works',
    subjects: ['projects'],
    input: z.strictObject({ projectId }),
    output: opened,
  },
  /** Opens a copy of the sample in the data folder. */
  'projects:openSample': {
    effect: 'works',
    subjects: ['projects'],
    input: z.strictObject({}),
    output: opened,
  },
  /** This window shows the project no longer; another host's window may write it then. */
  'projects:close': {
    effect: 'works',
    subjects: ['projects'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** Always true; a failure is an error. */
      closed: z.literal(true),
    }),
  },
  /** Lets the windows of this host write the project when no other host's windows do. */
  'projects:takeOver': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** False: another host's windows still write it. */
      taken: z.boolean(),
    }),
  },
  /** The works on the list, the one opened last first. */
  'projects:list': {
    effect: 'reads',
    subjects: ['projects', 'unannounced'],
    input: z.strictObject({}),
    output: z.strictObject({
      /** In that order. */
      projects: z
        .array(
          z.strictObject({
            projectId,
            /** The title of the work. */
            name,
            /** Absolute path of its folder. */
            rootPath: path,
            /** False: the folder is missing or no longer a project. */
            available: z.boolean(),
            /** ISO 8601; absent for works that an older version has opened. */
            openedAt: z.string().max(40).exactOptional(),
            /** 字 of all chapters when they were last counted; absent: never. */
            words: z.int().min(0).exactOptional(),
          }),
        )
        .max(10_000),
    }),
  },
  /** Takes a work off the list; its folder stays as it is. */
  'projects:forget': {
    effect: 'works',
    subjects: ['projects'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** Always true; a failure is an error. */
      forgotten: z.literal(true),
    }),
  },
  /** Opens a work of the list whose folder was moved; CONFLICT when the folder is another work. */
  'projects:relocate': {
    effect: 'works',
    subjects: ['projects'],
    input: z.strictObject({
      projectId,
      /** Absolute path of the folder now. */
      rootPath: path,
    }),
    output: opened,
  },
  /** Names of folders in a folder of the user's home, for choosing one in a browser; FORBIDDEN outside the home. */
  'folders:list': {
    effect: 'reads',
    subjects: ['unannounced'],
    input: z.strictObject({
      /** Absolute path or `~/…`; absent: the home itself. */
      path: path.optional(),
    }),
    output: z.strictObject({
      /** Absolute real path of the listed folder. */
      path,
      /** Null at the home. */
      parent: path.nullable(),
      /** Names without a path, without hidden folders. */
      folders: z.array(z.string().max(1024)).max(5000),
      /** The folder contains more than these 5000. */
      more: z.boolean(),
    }),
  },
} as const satisfies Record<string, Channel>
