import { join } from 'node:path'
import { setFuses, shippedFuses } from './fuses.ts'

/** What electron-builder gives to its hook, as far as it is used here. */
interface PackedApp {
  /** Absolute path of the folder with the program. */
  readonly appOutDir: string
  readonly electronPlatformName: string
  readonly packager: {
    /** The program's name on Linux. */
    readonly executableName?: string
    readonly appInfo: { readonly productFilename: string }
  }
}

/** Called by electron-builder before it signs the app and makes installers: without its fuses there are none. */
export async function afterPack({ appOutDir, electronPlatformName, packager }: PackedApp): Promise<void> {
  const { executableName, appInfo } = packager
  const { productFilename } = appInfo
  const names: Readonly<Record<string, string | undefined>> = {
    linux: executableName,
    darwin: `${productFilename}.app`,
    win32: `${productFilename}.exe`,
  }
  const name = names[electronPlatformName]
  if (name === undefined) throw new Error(`no fuses can be set for ${electronPlatformName}`)
  await setFuses(join(appOutDir, name), shippedFuses)
}
