import { describe, expect, it } from 'vitest';
import { configurationFile, inspectMachine, tunedSettings, type Machine } from './settings.ts';

const GB = 1024 ** 3;
const laptop: Machine = {
  memoryBytes: 16 * GB,
  cores: 8,
  sharedMemoryFolderBytes: 8 * GB,
  diskBytes: 500 * GB,
};
const container: Machine = {
  memoryBytes: GB / 4,
  cores: 1,
  sharedMemoryFolderBytes: 64 * 1024 ** 2,
  diskBytes: 2 * GB,
};

describe('settings worked out from the machine', () => {
  it('use a good part of a large machine, within bounds', () => {
    expect(tunedSettings(laptop)).toMatchObject({
      shared_buffers: '1024MB',
      effective_cache_size: '8192MB',
      work_mem: '32MB',
      maintenance_work_mem: '512MB',
      max_wal_size: '2048MB',
      max_parallel_workers_per_gather: '2',
      dynamic_shared_memory_type: 'posix',
    });
  });

  it('stay small in a small container', () => {
    expect(tunedSettings(container)).toMatchObject({
      shared_buffers: '64MB',
      effective_cache_size: '128MB',
      work_mem: '4MB',
      maintenance_work_mem: '32MB',
      max_wal_size: '128MB',
      max_parallel_workers_per_gather: '0',
      dynamic_shared_memory_type: 'mmap',
    });
  });

  it('never exceed the memory this process may use', async () => {
    const { memoryBytes, cores, diskBytes } = await inspectMachine('/');
    expect(memoryBytes).toBeGreaterThan(0);
    expect(memoryBytes).toBeLessThanOrEqual(process.constrainedMemory() || Infinity);
    expect(cores).toBeGreaterThan(0);
    expect(diskBytes).toBeGreaterThan(0);
  });

  it('put what must hold after what the operator may change', () => {
    const file = configurationFile(laptop);
    expect(file.indexOf('shared_buffers')).toBeLessThan(file.indexOf('local.conf'.concat("'")));
    expect(file.indexOf("fsync = 'on'")).toBeGreaterThan(file.indexOf("include_if_exists = 'local.conf'"));
  });
});
