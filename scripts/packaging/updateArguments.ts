import { updateFeedOf } from '../../main/src/hosts/electron/updates/updateFeed.ts'

/**
 * The arguments of electron-builder that set a feed of new versions: `CREONOW_UPDATE_FEED` is its address,
 * `CREONOW_UPDATE_KEY` the owner's public key (`npm run updates -- keys`). Without either there are none, and the app has no
 * updates. @throws Error when only one is there, or the app could not use them.
 */
export function updateArguments(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { CREONOW_UPDATE_FEED: url, CREONOW_UPDATE_KEY: publicKey } = environment
  if (!url && !publicKey) return []
  if (!url || !publicKey) throw new Error('CREONOW_UPDATE_FEED and CREONOW_UPDATE_KEY are set together')
  updateFeedOf({ updates: { url, publicKey } })
  return [
    ...['-c.publish.provider=generic', `-c.publish.url=${url}`],
    ...[`-c.extraMetadata.updates.url=${url}`, `-c.extraMetadata.updates.publicKey=${publicKey}`],
  ]
}
