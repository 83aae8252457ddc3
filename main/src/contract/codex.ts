import { z } from 'zod'
import { fileFault } from './notices.ts'
import {
  type Channel,
  chapterRef,
  documentId,
  failure,
  hash,
  id,
  offsetUtf16,
  path,
  projectId,
  text,
} from './shared.ts'
import { codexFolders } from './subjects.ts'

/** What an entry is about; also its folder below `.creonow`. */
export const entryType = z.enum(['character', 'location', 'event', 'item', 'faction', 'lore'])
/** What a suggestion can be. */
const suggestedKind = z.enum(['character', 'location', 'item', 'faction'])
/** When an entry is sent: with every prompt, when its name occurs, when the author calls or pins it, or never. */
const contextLevel = z.enum(['always', 'when_detected', 'manual_only', 'never'])
/** Whether the narrator says so, a character does, or it is dreamt. */
export const certainty = z.enum(['narrated', 'said', 'dreamt'])
/** The name an entry goes by. */
const name = z.string().trim().min(1).max(200)
/** Words or short sentences. */
const phrases = z.array(z.string().min(1).max(500)).max(500)
/** Another name; as an object, one that is in use only in a span of chapters. */
const alias = z.union([
  z.string().min(1).max(500),
  z.strictObject({
    /** The other name. */
    name: z.string().min(1).max(500),
    /** First chapter in which it is in use; absent: the first of the book. */
    from: chapterRef.optional(),
    /** Last chapter in which it is in use; absent: the last of the book. */
    to: chapterRef.optional(),
  }),
])

/** Where a change comes from, when it was drawn from the text. None of it is sent. */
const provenance = {
  /** `p_…`; absent: written by hand. */
  id: id.optional(),
  /** What is stated, `weapon`; absent: no more than the text of the change. */
  field: z.string().min(1).max(100).optional(),
  /** What the field is. */
  value: z.string().min(1).max(500).optional(),
  /** How the text states it; absent: it is narrated. */
  certainty: certainty.optional(),
  /** The sentences it rests on, word for word. */
  evidence: z
    .array(
      z.strictObject({
        /** As the chapter has it. */
        quote: z.string().min(1).max(1000),
        /** Where it is. */
        chapter: chapterRef,
        /** Of the request that gave it; absent: it has none. */
        receiptId: id.optional(),
      }),
    )
    .max(50)
    .optional(),
  /** Who wrote it; absent: the author. */
  by: z.enum(['author', 'model']).optional(),
} as const

/** A codex entry as it is edited. `extra` has the fields of its file that the app does not use. */
const codexEntry = z.strictObject({
  /** Unique in the project; stays when the entry is renamed. */
  id,
  /** Also the title of its card. */
  name,
  /** Other names by which it is recognised in texts. */
  aliases: z.array(alias).max(500),
  /** A changed type does not move the file. */
  type: entryType,
  /** When it is sent. */
  aiContextLevel: contextLevel,
  /** For the author's own order; not sent. */
  tags: phrases,
  /** Ties to other entries. */
  relations: z
    .array(
      z.strictObject({
        /** Id of the other entry. */
        to: id,
        /** In free words, `养女`; may be empty. */
        kind: z.string().max(200),
        /** First chapter in which the tie exists; absent: the whole book. */
        from: chapterRef.optional(),
      }),
    )
    .max(500),
  /** Rules that apply whenever the entry is in the prompt. */
  constraints: phrases,
  /** Phrases that contain a name and are no mention of the entry. */
  exclude: phrases,
  /** Names match only in this letter case. */
  caseSensitive: z.boolean(),
  /** Changes that start with a chapter, in the author's order. */
  progressions: z
    .array(
      z.strictObject({
        /** First chapter in which the change is true. */
        from: chapterRef,
        /** Last chapter in which it is true; absent: the rest of the book. */
        to: chapterRef.optional(),
        /** What is different. */
        text: z.string().max(20_000),
        /** The present state in a word, which even the shortest form of the entry shows; absent: none. */
        state: z.string().min(1).max(12).optional(),
        /** Ids or names of the characters who are aware of it; absent: everybody. */
        knownBy: phrases.optional(),
        ...provenance,
      }),
    )
    .max(500),
  /** Ids or names of the characters who are aware of this entry; absent: everybody. */
  knownBy: phrases.optional(),
  /** First chapter in which the entry exists for prompts; absent: the whole book. */
  from: chapterRef.optional(),
  /** Description of the entry, Markdown. */
  body: z.string().max(1_000_000),
  /** By name of the field; they are written back. */
  extra: z.record(z.string().max(200), z.unknown()),
})

/** A name or alias of an entry in a text. */
const mention = z.strictObject({
  /** Id of the entry. */
  entityId: id,
  /** Of the entry. */
  name,
  /** The name or alias that matched, as the codex writes it. */
  key: z.string().max(500),
  /** Start of the mention. */
  from: offsetUtf16,
  /** End of the mention, exclusive. */
  to: offsetUtf16,
  /** 1 divided by the number of entries that have this name. */
  confidence: z.number().min(0).max(1),
})

/** A file that the author has chosen. */
const upload = z.strictObject({
  /** With its extension. */
  fileName: z.string().min(1).max(255),
  /** Its bytes; about 100 MB at most. */
  base64: z.string().max(140_000_000),
})
/** Something of an import or export that the target format has no place for. */
const loss = z.strictObject({
  /** Name of the entry; several names where many entries have the same loss. */
  entry: z.string().max(200),
  /** Its name in the source; empty in the row that counts unlisted losses. */
  field: z.string().max(200),
  /** One sentence in Chinese. */
  reason: z.string().max(500),
  /** The same as `reason`, in English. */
  english: z.string().max(500),
})

/** The most cards of one call. */
const maxCards = 2000
/** A name or alias of a new card. */
const cardName = z.string().trim().min(1).max(200)

/** The codex of a project. */
export const codex = {
  /** All entries by type and path; files that are no entries are listed with their fault. */
  'codex:list': {
    effect: 'reads',
    subjects: [...codexFolders],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** In that order. */
      entries: z.array(
        z.strictObject({
          /** Of the entry; derived from the path for a file that is no entry. */
          id,
          /** From its file, or else from its folder. */
          type: entryType,
          /** From its file, or else its file's name. */
          name,
          /** As text, in whatever chapters they are in use. */
          aliases: phrases,
          /** When it is sent. */
          aiContextLevel: contextLevel,
          /** Of its file. */
          path,
          /** For `codex:delete`. */
          hash,
          /** Why its file is no entry; absent: it is one. */
          fault: fileFault.optional(),
        }),
      ),
    }),
  },
  /** One entry; CODEX_ENTRY_BROKEN when its file cannot be read as one. */
  'codex:read': {
    effect: 'reads',
    subjects: [...codexFolders],
    input: z.strictObject({
      projectId,
      /** From `codex:list`. */
      id,
    }),
    output: z.strictObject({
      /** As its file has it. */
      entry: codexEntry,
      /** For `codex:save`. */
      hash,
    }),
  },
  /** An entry in short, as of a chapter. */
  'codex:card:get': {
    effect: 'reads',
    subjects: [...codexFolders],
    input: z.strictObject({
      projectId,
      documentId,
      /** Of the entry. */
      id,
    }),
    output: z.strictObject({
      /** What the editor shows at a name. */
      card: z.strictObject({
        /** Of the entry. */
        type: entryType,
        /** Of the entry. */
        name,
        /** Present state in a word; empty: none. */
        state: z.string().max(12),
        /** Gist of the newest progression; empty: none so far. */
        latest: z.string().max(300),
        /** First sentences of the body; empty: it has none. */
        line: z.string().max(300),
        /** False: in this chapter the entry does not exist yet, or its point-of-view character is not aware of it. */
        known: z.boolean(),
      }),
    }),
  },
  /** Writes an entry; CONFLICT when its file is not the one with `baseHash`. */
  'codex:save': {
    largeRequests: { maxBytes: 16_000_000 },
    effect: 'writes',
    subjects: [...codexFolders],
    input: z.strictObject({
      projectId,
      /** All of its fields. */
      entry: codexEntry,
      /** As it was read; absent: a new entry. */
      baseHash: hash.optional(),
    }),
    output: z.strictObject({
      /** Of the entry. */
      id,
      /** Of its file. */
      path,
      /** Of the new bytes. */
      hash,
    }),
  },
  /**
   * Makes many new entries that have no more than names. Names are compared as in texts; whatever an entry of any type
   * has already is left out, and nothing is overwritten. What could not be written leaves the others as they are.
   */
  'codex:cards:create': {
    largeRequests: { maxBytes: 16_000_000 },
    effect: 'writes',
    subjects: [...codexFolders],
    input: z.strictObject({
      projectId,
      /** The first of two with one name gets it. */
      cards: z
        .array(
          z.strictObject({
            /** Also its folder. */
            type: entryType,
            /** Also the title of the card. */
            name: cardName,
            /** Other names; those that are the card's own name are left out. */
            aliases: z.array(cardName).max(100),
          }),
        )
        .max(maxCards),
    }),
    output: z.strictObject({
      /** What is on disk now, in the order of the request. */
      created: z
        .array(
          z.strictObject({
            /** Of the entry. */
            id,
            /** As requested. */
            type: entryType,
            /** As requested. */
            name,
          }),
        )
        .max(maxCards),
      /** Names that were not made again; a card whose own name is among them was not made. */
      existing: z
        .array(
          z.strictObject({
            /** Name of the card in the request. */
            card: name,
            /** The name or alias. */
            text: z.string().max(200),
            /** Id of the entry that has it, as in `codex:list`. */
            of: id,
            /** Name of that entry. */
            ofName: z.string().max(200),
          }),
        )
        .max(maxCards * 101),
      /** Cards that could not be written. */
      failed: z
        .array(
          z.strictObject({
            /** Name of the card in the request. */
            card: name,
            /** Why. */
            error: failure,
          }),
        )
        .max(maxCards),
    }),
  },
  /** Removes an entry's file; CONFLICT when it is not the one with `baseHash`. */
  'codex:delete': {
    effect: 'writes',
    subjects: [...codexFolders],
    input: z.strictObject({
      projectId,
      /** From `codex:list`. */
      id,
      /** From `codex:list` or `codex:read`. */
      baseHash: hash,
    }),
    output: z.strictObject({
      /** Always true; a failure is an error. */
      deleted: z.literal(true),
    }),
  },
  /** Names and aliases in a text: leftmost first, the longest at each place. */
  'codex:mentions': {
    largeRequests: { maxBytes: 8_000_000 },
    effect: 'reads',
    subjects: [...codexFolders],
    input: z.strictObject({
      projectId,
      /** Any text; offsets of the answer refer to it. */
      text: z.string().max(1_000_000),
    }),
    output: z.strictObject({
      /** In the order of the text; one per entry where entries have a name in common. */
      mentions: z.array(mention),
    }),
  },
  /** Names that the book uses and the codex does not have; nothing is added by itself. */
  'codex:suggestions': {
    effect: 'reads',
    subjects: [...codexFolders],
    input: z.strictObject({
      projectId,
      /** Only of this kind; absent: of all four. */
      kind: suggestedKind.optional(),
      /** The most of each kind; absent: 200. */
      limit: z.int().min(1).max(500).optional(),
    }),
    output: z.strictObject({
      /** By kind, the surest first. */
      items: z
        .array(
          z.strictObject({
            /** What it probably is; of a name for an entry, the entry's kind. */
            kind: suggestedKind,
            /** The most frequent of its names. */
            text: z.string().max(200),
            /** Its other names, the most frequent first. */
            aliases: z.array(z.string().max(200)).max(100),
            /** Occurrences of all of them in the manuscript. */
            count: z.int().min(0),
            /** Id of the chapter that has one of them first. */
            firstChapter: documentId,
            /** Id of the last one. */
            lastChapter: documentId,
            /** Id of the entry that they probably are other names of; absent: a new entry. */
            of: id.optional(),
            /** A sentence with the name. */
            sample: z.string().max(500),
          }),
        )
        .max(2000),
      /** Names that several entries have, once for each of them. */
      sharedAliases: z
        .array(
          z.strictObject({
            /** The name. */
            text: z.string().max(200),
            /** Occurrences in the manuscript. */
            count: z.int().min(0),
            /** Id of one of the entries. */
            of: id,
            /** A sentence with the name; empty when there is none. */
            sample: z.string().max(500),
          }),
        )
        .max(500),
    }),
  },
  /** Adds the entries of a World Info file, a lorebook or a character card; all or none. */
  'codex:import': {
    largeRequests: { maxBytes: 134_000_000, isUpload: true },
    effect: 'writes',
    subjects: ['.creonow'],
    input: z.strictObject({ projectId, upload }),
    output: z.strictObject({
      /** How many were added. */
      entries: z.int().min(0),
      /** What could not be mapped. */
      loss: z.array(loss).max(10_000),
    }),
  },
  /** The whole codex as one file. Nothing is written. */
  'codex:export': {
    effect: 'reads',
    subjects: [...codexFolders],
    input: z.strictObject({
      projectId,
      /**
       * For other programs: `worldinfo`. A story bible: `markdown`, or for Word
       * `docx`. A table: `csv`. The names alone, for an input method: `rime`, a dictionary; `words`, one a line.
       */
      format: z.enum(['worldinfo', 'markdown', 'docx', 'csv', 'rime', 'words']),
    }),
    output: z.strictObject({
      /** With its extension. */
      fileName: z.string().max(255),
      /** The file, as `encoding` says. */
      content: text,
      /** `base64`: the bytes of a file that is no text. */
      encoding: z.enum(['utf8', 'base64']),
      /** How many it contains. */
      entries: z.int().min(0),
      /** What could not be mapped. */
      loss: z.array(loss).max(10_000),
    }),
  },
} as const satisfies Record<string, Channel>

/** A codex entry as it is edited. */
export type CodexEntry = z.infer<typeof codexEntry>
/** Another name of an entry. */
export type CodexAlias = z.infer<typeof alias>
/** A name or alias of an entry in a text. */
export type CodexMention = z.infer<typeof mention>
/** Something of an import or export that the target format has no place for. */
export type CodexLoss = z.infer<typeof loss>
