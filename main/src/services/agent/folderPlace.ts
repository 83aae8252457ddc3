import { type BigIntStats, realpathSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Which folder a permission was given for. */
export interface FolderPlace {
  /** The real path, as the file system spells it. */
  readonly path: string
  /** Of the folder and of the `.creonow` in it: another folder at the same path has another one. */
  readonly identity: string
}

/** NFS, SMB, CIFS and SMB 2, AFS and 9p, as `statfs` reports them on Linux. */
const networkFileSystems: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x01021997,
])

/** `network`: its files have no identity to rely on. Undefined: there is no such folder. */
export function folderPlace(rootPath: string): FolderPlace | 'network' | undefined {
  if (isNetworkPath(rootPath)) return 'network'
  try {
    const path = realpathSync.native(rootPath)
    if (isNetworkPath(path) || networkFileSystems.has(statfsSync(path).type >>> 0)) return 'network'
    const own = statSync(join(path, '.creonow'), { bigint: true, throwIfNoEntry: false })
    const identity = [statSync(path, { bigint: true }), ...(own ? [own] : [])].map(identityOf).join(' ')
    return { path, identity }
  } catch {
    // Whatever cannot be looked at is nothing that a permission was given for.
    return undefined
  }
}

const isNetworkPath = (path: string) => /^(?:\\\\|\/\/)(?![?.][\\/](?!UNC))/i.test(path)

/** The device's number may change when it is mounted again: the time of birth does not, where there is one. */
const identityOf = ({ ino, dev, birthtimeNs }: BigIntStats) =>
  birthtimeNs > 0n ? `${ino}-${birthtimeNs}` : `${ino}@${dev}`
