/** A way of installing the app that can replace the app. */
export type PackageKind = 'appImage' | 'deb' | 'mac' | 'nsis'

/**
 * How this program was installed; undefined: it was unpacked from an archive, or is a portable one, and is replaced by hand.
 * `packageType` is what electron-builder writes into `resources/package-type`.
 */
export function packageKindOf(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  packageType: string | undefined,
): PackageKind | undefined {
  if (platform === 'darwin') return 'mac'
  if (platform === 'win32') return env.PORTABLE_EXECUTABLE_DIR ? undefined : 'nsis'
  if (packageType?.trim() === 'deb') return 'deb'
  return env.APPIMAGE ? 'appImage' : undefined
}
