import { randomBytes } from 'node:crypto'
import { cp, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError, systemCode } from '../../lib/appError.ts'
import { isProjectFolder } from './folder.ts'

/**
 * The user's own copy of the sample novel, made on first use and never changed afterwards. `samplesFolder` is the
 * sample project or a folder that contains it. `giveNewId` gets the copy's real path, so that opening the original as
 * well does not make one of them a copy of the other. Returns the copy's path.
 */
export async function ensureSample(
  samplesFolder: string,
  dataFolder: string,
  giveNewId: (root: string) => Promise<void>,
): Promise<string> {
  const original = await findSample(samplesFolder)
  const samples = join(dataFolder, 'samples')
  const copy = join(samples, basename(original))
  if (await isProjectFolder(copy)) return copy
  await mkdir(samples, { recursive: true })
  const temporary = join(samples, `.${randomBytes(6).toString('hex')}`)
  try {
    await cp(original, temporary, { recursive: true, errorOnExist: true, force: false })
    await giveNewId(await realpath(temporary))
    await rename(temporary, copy)
  } catch (error) {
    // Two windows may make the copy at once: the one that came second uses the first one's.
    const targetExists = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(systemCode(error) ?? '')
    if (!(targetExists && (await isProjectFolder(copy)))) throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return copy
}

async function findSample(samplesFolder: string): Promise<string> {
  if (await isProjectFolder(samplesFolder)) return samplesFolder
  const names = (await stat(samplesFolder).catch(() => undefined)) ? await readdir(samplesFolder) : []
  for (const name of names.sort())
    if (await isProjectFolder(join(samplesFolder, name))) return join(samplesFolder, name)
  throw new AppError('NOT_FOUND', { why: 'sample' })
}
