/** A directory of every profession: fictional clinicians for each individual code, places for each organization code. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allTaxonomies, type Taxonomy } from '@careatlas/directory/taxonomy'
import { mainColumns } from '@careatlas/fixtures/nppes-columns'
import { type Random, randomFrom } from '@careatlas/fixtures/random'
import { type FictionalClinician, generatePerson } from '@careatlas/fixtures/region/clinicians'
import { formatCsv } from '@careatlas/fixtures/region/csv'
import { generateAddress, generateNpi, pickTown } from '@careatlas/fixtures/region/fictional-values'
import { generateObservations } from '@careatlas/fixtures/region/observations'
import type { FictionalOrganization } from '@careatlas/fixtures/region/organizations'
import { clinicianRow, organizationRow } from '@careatlas/fixtures/region/registry-rows'
import { streets } from '@careatlas/fixtures/region/towns'

const cliniciansPerCode = 6
const placesPerCode = 3

/** One clinician in this many has a second code. */
const secondCodeInterval = 6

/** A person that a query names. */
export interface NamedPerson {
  readonly first: string | undefined
  readonly last: string | undefined
  readonly code: string
}

export interface CorpusFiles {
  readonly nppes: string
  readonly observations: string
  /** NPI of each organization → its code. */
  readonly codeOfPlace: ReadonlyMap<string, string>
}

/** Writes the files of the directory; the result is deterministic. */
export function writeCorpus(folder: string, named: readonly NamedPerson[]): CorpusFiles {
  const random = randomFrom(1)
  const taxonomies = allTaxonomies()
  const individual = taxonomies.filter(({ kind }) => kind === 'individual')
  const clinicians = individual.flatMap((taxonomy, index) =>
    Array.from({ length: cliniciansPerCode }, (_, copy) =>
      generateClinician(index * cliniciansPerCode + copy, taxonomy.code, individual, random),
    ),
  )
  const namedClinicians = named.map(({ first, last, code }, index) => {
    const person = generateClinician(200_000 + index, code, [], random)
    return {
      ...person,
      first: (first ?? person.first).toUpperCase(),
      last: (last ?? person.last).toUpperCase(),
    }
  })
  const organizations = taxonomies
    .filter(({ kind }) => kind === 'organization')
    .flatMap(({ code }, index) =>
      Array.from({ length: placesPerCode }, (_, copy) =>
        generatePlace(100_000 + index * placesPerCode + copy, code, random),
      ),
    )
  const rows = [
    ...[...clinicians, ...namedClinicians].map((record) => clinicianRow(record, random)),
    ...organizations.map((record) => organizationRow(record, random)),
  ]
  const files = {
    nppes: join(folder, 'npidata_pfile_20250901-20251109.csv'),
    observations: join(folder, 'observations.ndjson'),
    codeOfPlace: new Map(organizations.map(({ npi, kind }) => [npi, kind.code])),
  }
  writeFileSync(files.nppes, formatCsv(mainColumns, rows))
  writeFileSync(files.observations, generateObservations(clinicians, random))
  return files
}

function generateClinician(
  serial: number,
  code: string,
  all: readonly Taxonomy[],
  random: Random,
): FictionalClinician {
  const codes =
    all.length > 0 && random.index(secondCodeInterval) === 0 ? [code, random.pick(all).code] : [code]
  const profession = { codes: [...new Set(codes)], credentials: [''], weight: 1, places: [] }
  return {
    ...generatePerson(random, profession),
    npi: generateNpi(serial),
    profession,
    addresses: [generateAddress(random, pickTown(random), 0.3)],
    worksFromHome: false,
    deactivation: null,
  }
}

/** Generates a place with the name of a street, so that only its code describes it. */
function generatePlace(serial: number, code: string, random: Random): FictionalOrganization {
  return {
    npi: generateNpi(serial),
    kind: { code, names: [], count: 1, staff: [0, 0] },
    name: `${random.pick(streets)} ${random.pick(['ASSOCIATES', 'PARTNERS', 'GROUP', 'SERVICES'])}`,
    tradeName: '',
    address: generateAddress(random, pickTown(random), 0),
    branches: [],
    staff: 0,
  }
}
