const S = '^main/src/services/'
const C = `${S}context/`
const pure = `${C}(blockCounter|budget|cuts|delta|evidence|fetchLimits|layers|order|plan|prefix|receipt|retrievedCuts|rulesSelection|serialise|template|trim|window)[.]ts`
const packages = `${S}(tokens|redaction)/`
const front = '^(preload|renderer)/'
const top = '^main/src/(ipc/|hosts/|app|index)'
const shared = '^main/src/contract/'
const electron = { path: 'node_modules/electron/' }
const ban = (name, path, to) => ({ name, severity: 'error', from: { path }, to })

module.exports = {
  forbidden: [
    ban('no-circular', '.', { circular: true }),
    ban('front-not-main', front, { path: '^main/', pathNot: shared }),
    ban('contract-types-only', '^(preload|renderer|main/src/services)/', {
      path: '^main/src/contract/',
      pathNot: '^main/src/contract/(errorCodes|frames|result)[.]ts',
      dependencyTypesNot: ['type-only'],
    }),
    ban('front-no-node', front, { dependencyTypes: ['core'] }),
    ban('renderer-no-electron', '^renderer/', electron),
    ban('electron-in-its-host', '^main/src/(?!index[.]ts|hosts/electron/bindElectron[.]ts)', electron),
    ban('lib-is-the-bottom', '^main/src/lib/', { path: '^main/src/(?!lib/|contract/errorCodes[.]ts)' }),
    ban('db-uses-lib-only', '^main/src/db/', { path: '^main/src/(?!db/|lib/)' }),
    ban('services-not-up', S, { path: top, pathNot: shared }),
    ban('services-by-door', `${S}([^/]+)/`, { path: S, pathNot: `${S}($1/|[^/]+/index[.]ts)` }),
    ban('others-by-door', top, { path: S, pathNot: `${S}[^/]+/index[.]ts` }),
    ban('handlers-no-storage', '^main/src/ipc/', { path: '^main/src/db/|^(node:)?fs' }),
    ban('core-is-pure', pure, {
      dependencyTypes: ['core', 'npm', 'npm-dev'],
    }),
    ban('core-no-node', packages, { dependencyTypes: ['core'] }),
    ban('core-stays-in', `${pure}|${packages}`, {
      path: '^main/',
      pathNot: `${C}|${packages}|^main/src/(lib|contract)/`,
    }),
    ban('core-lib-types-only', `${pure}|${packages}`, {
      path: '^main/src/lib/(?!textCache)',
      dependencyTypesNot: ['type-only'],
    }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
}
