import { brokenDatabase } from './faults/database.ts'
import { clockBack, folderRemoved, injected, smallDisk } from './faults/disk.ts'
import { wrongProvider } from './faults/provider.ts'
import { type Part, shareOf } from './part.ts'

/** What a machine does to a program: each ends in a coded state with a sentence, and recovers. */
export const run: Part = async ({ seed, share, print }) => {
  const findings = { checked: 0, failures: [] as string[] }
  if (share < 0.5 || !(await smallDisk(print, findings)))
    print('faults   no file system of its own: ENOSPC and EROFS by the fault-injecting file port alone')
  await injected(share, print, findings)
  await folderRemoved(print, findings)
  await clockBack(print, findings)
  await brokenDatabase({ seed, times: shareOf(120, share, 3), print }, findings)
  await wrongProvider({ times: shareOf(14, share, 5), print }, findings)
  return findings
}
