import { posix, win32 } from 'node:path'

/** What decides whether the program carries its data with it. */
export interface PortableQuestion {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute path of the program. */
  readonly program: string
  /** Whether a path is a folder. */
  readonly isFolder: (path: string) => boolean
}

const folderName = 'data'

/**
 * The folder `data` beside the program, where it is there already or `CREONOW_PORTABLE` is 1; undefined: the data is where
 * the system has it. The program of an AppImage and of a portable one of Windows is unpacked elsewhere at every start, and
 * each says where it lies itself; that of macOS is beside its `.app`.
 */
export function portableDataFolder({
  platform,
  env,
  program,
  isFolder,
}: PortableQuestion): string | undefined {
  const path = platform === 'win32' ? win32 : posix
  const [application] = platform === 'darwin' ? (/^.*?\.app(?=\/)/.exec(program) ?? []) : []
  const nearby = env.PORTABLE_EXECUTABLE_DIR || path.dirname(env.APPIMAGE || application || program)
  const folder = path.join(nearby, folderName)
  return env.CREONOW_PORTABLE === '1' || isFolder(folder) ? folder : undefined
}
