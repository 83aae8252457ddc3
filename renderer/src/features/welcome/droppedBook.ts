/** A file or a folder of a drop, as browsers describe them (File and Directory Entries API). */
export interface DroppedEntry {
  readonly isDirectory: boolean
  readonly name: string
}

interface FileEntry extends DroppedEntry {
  file(onFile: (file: File) => void, onError: (error: unknown) => void): void
}

interface FolderEntry extends DroppedEntry {
  createReader(): {
    readEntries(
      onEntries: (entries: readonly DroppedEntry[]) => void,
      onError: (error: unknown) => void,
    ): void
  }
}

/** Why what was dropped is not looked at. */
export type DropProblem = 'tooMany' | 'tooLarge' | 'lost'

const limits = { files: 5000, bytes: 64 * 1024 * 1024, depth: 32 } as const
/** Their names are listed as left out; their bytes are of no use. */
const withoutText = /^(?:image|audio|video|font)\/|^application\/pdf$/

/** The entries of a drop; they are gone when its event is over. A file that is on no disk has none of its own. */
export const entriesOf = (transfer: DataTransfer | null): readonly DroppedEntry[] =>
  [...(transfer?.items ?? [])].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null
    return item.webkitGetAsEntry() ?? (file === null ? [] : entryOf(file))
  })

const entryOf = (file: File): FileEntry => ({
  ...{ isDirectory: false, name: file.name },
  file: (onFile) => onFile(file),
})

/**
 * What was dropped as one file that can be imported: a single file as it is, a folder or several files as an archive
 * with their paths, which is read as a folder on the disk is. `title`: of several files without a folder.
 */
export async function droppedBook(
  entries: readonly DroppedEntry[],
  title: string,
): Promise<File | DropProblem | null> {
  const [first] = entries
  if (first === undefined) return null
  try {
    if (entries.length === 1 && !first.isDirectory) return await fileOf(first)
    const files = new Map<string, File>()
    const problem = await collect(entries, '', { files, bytes: 0 }, 0)
    if (problem !== undefined) return problem
    const { zipSync } = await import('fflate')
    const contents: Record<string, Uint8Array> = {}
    for (const [path, file] of files)
      contents[path] = isOfUse(path, file) ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
    const name = entries.length === 1 ? first.name.replace(/\.scriv$/i, '') : title
    return new File([zipSync(contents, { level: 0 })], `${name}.zip`)
  } catch (cause) {
    // Nothing is shown of a file that has gone meanwhile, so the reason is for the log alone.
    console.warn('drop', cause)
    return 'lost'
  }
}

const isHidden = (name: string) => name.startsWith('.')
const isOfUse = (path: string, { type }: File) => !withoutText.test(type) && !path.split('/').some(isHidden)

async function collect(
  entries: readonly DroppedEntry[],
  folder: string,
  given: { readonly files: Map<string, File>; bytes: number },
  depth: number,
): Promise<DropProblem | undefined> {
  if (depth > limits.depth) return 'tooMany'
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (!entry.isDirectory) {
      const file = await fileOf(entry)
      given.files.set(path, file)
      given.bytes += isOfUse(path, file) ? file.size : 0
      if (given.files.size > limits.files) return 'tooMany'
      if (given.bytes > limits.bytes) return 'tooLarge'
      continue
    }
    const children = await childrenOf(entry)
    // Of a program's own folder one name is enough to know it by.
    const shown = isHidden(entry.name) ? children.filter((child) => !child.isDirectory).slice(0, 1) : children
    const problem = await collect(shown, path, given, depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

const fileOf = (entry: DroppedEntry): Promise<File> =>
  // The entry says that it is a file.
  new Promise((resolve, reject) => (entry as FileEntry).file(resolve, reject))

/** A browser gives a hundred at a time. */
async function childrenOf(entry: DroppedEntry): Promise<readonly DroppedEntry[]> {
  // The entry says that it is a folder.
  const reader = (entry as FolderEntry).createReader()
  const children: DroppedEntry[] = []
  for (;;) {
    const portion = await new Promise<readonly DroppedEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (portion.length === 0) return children
    children.push(...portion)
    if (children.length > limits.files) return children
  }
}
