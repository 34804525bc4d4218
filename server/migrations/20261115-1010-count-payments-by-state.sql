-- Payments are counted by method and state too, and by day, as orders are; and found by receipt, phone and amount.
select fold_payment_counts();
drop table payment_counts;
create table payment_counts (
  kind text not null check (kind in ('all', 'supplier', 'block10', 'block16', 'day')),
  key bigint not null,
  payment_method text not null,
  state text not null,
  n bigint not null,
  primary key (kind, key, payment_method, state)
);
alter table payment_count_changes
  add column payment_method text not null,
  add column state text not null,
  add column day integer not null,
  add column n smallint not null;

create or replace function note_payment_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_count_changes values
      (new.payment_id, new.supplier_id, new.payment_method, new.state, day_of(new.paid_at), 1);
  elsif (old.payment_method, old.state, old.paid_at) is distinct from (new.payment_method, new.state, new.paid_at) then
    insert into payment_count_changes values
      (old.payment_id, old.supplier_id, old.payment_method, old.state, day_of(old.paid_at), -1),
      (new.payment_id, new.supplier_id, new.payment_method, new.state, day_of(new.paid_at), 1);
  end if;
  return null;
end $$;
drop trigger payments_count on payments;
create trigger payments_count after insert or update on payments for each row execute function note_payment_count();

create or replace function fold_payment_counts() returns bigint language plpgsql as $$
declare taken bigint;
begin
  if not pg_try_advisory_xact_lock(7146082553) then
    return 0;
  end if;
  with gone as (delete from payment_count_changes returning *),
  counted as (
    insert into payment_counts as c (kind, key, payment_method, state, n)
    select k.kind, k.key, g.payment_method, g.state, sum(g.n)
      from gone g
     cross join lateral (values ('all', 0::bigint), ('supplier', g.supplier_id), ('block10', g.payment_id >> 10),
                                ('block16', g.payment_id >> 16), ('day', g.day)) as k (kind, key)
     group by 1, 2, 3, 4
    having sum(g.n) <> 0
     order by 1, 2, 3, 4
    on conflict (kind, key, payment_method, state) do update set n = c.n + excluded.n)
  select count(*) into taken from gone;
  return taken;
end $$;

insert into payment_counts select 'all', 0, payment_method, state, count(*) from payments group by 3, 4;
insert into payment_counts select 'supplier', supplier_id, payment_method, state, count(*) from payments group by 2, 3, 4;
insert into payment_counts select 'block10', payment_id >> 10, payment_method, state, count(*) from payments group by 2, 3, 4;
insert into payment_counts select 'block16', key >> 6, payment_method, state, sum(n) from payment_counts where kind = 'block10' group by 2, 3, 4;
insert into payment_counts select 'day', day_of(paid_at), payment_method, state, count(*) from payments group by 2, 3, 4;

drop index payments_paid_at;
create index payments_paid_at on payments (paid_at, payment_id);
create index payments_amount on payments (amount_cents, payment_id);
create index payments_phone on payments (phone, payment_id);
create index payments_search on payments using gin (receipt gin_trgm_ops, phone gin_trgm_ops);
-- Ended, but its money is still here.
create index orders_refund_due on orders (order_id) where status in ('cancelled', 'returned') and payment_status = 'paid';
