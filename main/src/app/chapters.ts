import { perObject } from '../lib/perObject.ts'
import type { ManuscriptService } from '../services/manuscript/index.ts'
import type { ProjectService } from '../services/project/index.ts'

type Profile = Awaited<ReturnType<ProjectService['profile']>>
type Outline = Awaited<ReturnType<ManuscriptService['outline']>>
type Book = Awaited<ReturnType<ManuscriptService['book']>>

/**
 * The chapters as the engine and the index see them: planned ones have a place and no text, so that what is written
 * there next has something in front of it; missing ones are not there.
 */
export function createIndexedChapters(manuscript: Pick<ManuscriptService, 'outline' | 'read'>) {
  /** The same list for the same outline: what is made of one is remembered by it. */
  const listOf = perObject(
    (outline: Outline): Outline => outline.filter(({ missing }) => missing === undefined),
  )
  return {
    list: async (projectId: string) => listOf(await manuscript.outline(projectId)),
    async read(projectId: string, documentId: string): ReturnType<ManuscriptService['read']> {
      const document = await manuscript.read(projectId, documentId)
      return document.path === null ? { ...document, text: '' } : document
    },
  }
}

/**
 * The profile of a project with its chapters by id: what `book.json` has of a chapter, else what `project.json` has
 * under a path of its file. Of the same two files the same object.
 */
export function createChapterProfiles(
  projects: Pick<ProjectService, 'profile'>,
  manuscript: Pick<ManuscriptService, 'book'>,
) {
  const profiles = new WeakMap<Book, { readonly from: Profile; readonly profile: Profile }>()
  return async (projectId: string): Promise<Profile> => {
    const [from, book] = await Promise.all([projects.profile(projectId), manuscript.book(projectId)])
    const before = profiles.get(book)
    if (before?.from === from) return before.profile
    const chapters: Record<string, Profile['chapters'][string]> = { ...from.chapters }
    for (const { id, file, formerFiles = [], pov, pins } of book.chapters) {
      const path = [file, ...formerFiles].find(
        (each) => each !== undefined && Object.hasOwn(from.chapters, each),
      )
      const earlier = path === undefined ? undefined : from.chapters[path]
      if (pov === undefined && pins === undefined && !earlier) continue
      chapters[id] = { pov: pov ?? earlier?.pov, pins: pins ?? earlier?.pins ?? [] }
    }
    const profile = { ...from, chapters }
    profiles.set(book, { from, profile })
    return profile
  }
}
