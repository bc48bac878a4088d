import { hasBase62Checksum } from './checksums.ts'
import { ALNUM, format, HEX, type TokenFormat, URL64, UUID } from './token-format.ts'

export const packages: readonly TokenFormat[] = [
  format('npm', 'npm', 'npm_', `${ALNUM}{30,64}`, 'https://docs.npmjs.com/about-access-tokens', {
    verify: hasBase62Checksum,
  }),
  format('pypi', 'PyPI', 'pypi-', `${URL64}{32,512}`, 'https://pypi.org/help/#apitoken'),
  format('rubygems', 'RubyGems', 'rubygems_', `${HEX}{48}`, 'https://guides.rubygems.org/api-key-scopes/'),
  format('crates_io', 'crates.io', 'cio', `${ALNUM}{32}`, 'https://doc.rust-lang.org/cargo/reference/publishing.html', {
    entropy: 3.2,
  }),
  format('nuget', 'NuGet', 'oy2', '[a-z0-9]{43}', 'https://learn.microsoft.com/en-us/nuget/nuget-org/scoped-api-keys', {
    type: 'api_key',
    entropy: 3,
  }),
  format('clojars', 'Clojars', 'CLOJARS_', '[0-9a-z]{60}', 'https://github.com/clojars/clojars-web/wiki/Deploy-Tokens'),
  format(
    'packagist',
    'Private Packagist',
    ['packagist_ort_', 'packagist_oat_', 'packagist_out_', 'packagist_uut_', 'packagist_ack_'],
    `${HEX}{48,80}`,
    'https://packagist.com/docs/composer-authentication',
  ),
  format(
    'docker_hub',
    'Docker Hub',
    ['dckr_pat_', 'dckr_oat_'],
    `${URL64}{27,32}`,
    'https://docs.docker.com/security/access-tokens/',
  ),
  format('deno_deploy', 'Deno Deploy', ['ddp_', 'ddo_'], `${ALNUM}{36}`, 'https://docs.deno.com/deploy/', {
    entropy: 2.5,
  }),
  format(
    'open_vsx',
    'Open VSX',
    ['ovsxat_', 'ovsxp_'],
    UUID,
    'https://github.com/eclipse/openvsx/wiki/Publishing-Extensions',
  ),
  format('kaggle', 'Kaggle', 'KGAT_', `${HEX}{32}`, 'https://www.kaggle.com/docs/api'),
]
