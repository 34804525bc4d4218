-- Orders are counted by amount and quantity too, and payments by amount and order, so that the middle of a list sorted by
-- them is found by position.

-- Nothing may be counted while how it is counted changes, also not by another server. Locked in the order in which folds,
-- writers and readers do.
select pg_advisory_xact_lock(7146082552), pg_advisory_xact_lock(7146082553);
lock table orders, payments in exclusive mode;
lock table order_totals, order_count_changes, order_counts, payment_counts, payment_count_changes in access exclusive mode;

-- Amounts that have their first three digits and their length in common; below 1,000 cents each amount by itself.
create function amount_block(cents bigint) returns bigint language sql immutable parallel safe
  return case when cents < 1000 then cents else length(cents::text) * 1000 + left(cents::text, 3)::integer end;
-- The first amount of a block, and the first after it.
create function amount_block_start(block bigint) returns bigint language sql immutable parallel safe
  return case when block < 1000 then block else (block % 1000 * 10 ^ (block / 1000 - 3)::numeric)::bigint end;
create function amount_block_end(block bigint) returns bigint language sql immutable parallel safe
  return case when block < 1000 then block + 1 else ((block % 1000 + 1) * 10 ^ (block / 1000 - 3)::numeric)::bigint end;

-- Of each quantity, blocks of 65,536 ids.
create function quantity_block(quantity integer, order_id bigint) returns bigint language sql immutable parallel safe
  return (quantity::bigint << 32) + (order_id >> 16);

alter table order_counts drop constraint order_counts_kind_check,
  add constraint order_counts_kind_check
    check (kind in ('all', 'supplier', 'product', 'user', 'block10', 'block16', 'day', 'amount', 'quantity'));
select fold_order_counts();
alter table order_count_changes
  add column amount_cents bigint not null,
  add column quantity integer not null;

create or replace function note_order_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_count_changes values
      (new.order_id, new.user_id, new.product_id, new.supplier_id, new.status, new.payment_status, new.payment_method, 1,
       day_of(new.created_at), new.amount_cents, new.quantity);
  elsif (old.status, old.payment_status, old.payment_method, old.created_at, old.amount_cents, old.quantity)
        is distinct from (new.status, new.payment_status, new.payment_method, new.created_at, new.amount_cents, new.quantity) then
    insert into order_count_changes values
      (old.order_id, old.user_id, old.product_id, old.supplier_id, old.status, old.payment_status, old.payment_method, -1,
       day_of(old.created_at), old.amount_cents, old.quantity),
      (new.order_id, new.user_id, new.product_id, new.supplier_id, new.status, new.payment_status, new.payment_method, 1,
       day_of(new.created_at), new.amount_cents, new.quantity);
  end if;
  return null;
end $$;

create or replace function fold_order_counts() returns bigint language plpgsql as $$
declare taken bigint;
begin
  if not pg_try_advisory_xact_lock(7146082552) then
    return 0;
  end if;
  with gone as (delete from order_count_changes returning *),
  keyed as (
    select k.kind, k.key, g.status, g.payment_status, g.payment_method, sum(g.n) as n
      from gone g
     cross join lateral (values ('all', 0::bigint), ('supplier', g.supplier_id), ('product', g.product_id), ('user', g.user_id),
                                ('block10', g.order_id >> 10), ('block16', g.order_id >> 16), ('day', g.day),
                                ('amount', amount_block(g.amount_cents)),
                                ('quantity', quantity_block(g.quantity, g.order_id))) as k (kind, key)
     group by 1, 2, 3, 4, 5),
  counted as (
    insert into order_counts as c (kind, key, status, payment_status, payment_method, n)
    select * from keyed where n <> 0 order by 1, 2, 3, 4, 5
    on conflict (kind, key, status, payment_status, payment_method) do update set n = c.n + excluded.n),
  totalled as (
    insert into order_totals as c (kind, key, n)
    select kind, key, sum(n) from keyed group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (kind, key) do update set n = c.n + excluded.n)
  select count(*) into taken from gone;
  return taken;
end $$;

insert into order_counts
select 'amount', amount_block(amount_cents), status, payment_status, payment_method, count(*) from orders group by 2, 3, 4, 5;
insert into order_counts
select 'quantity', quantity_block(quantity, order_id), status, payment_status, payment_method, count(*) from orders group by 2, 3, 4, 5;
insert into order_totals
select kind, key, sum(n) from order_counts where kind in ('amount', 'quantity') group by 1, 2;

alter table payment_counts drop constraint payment_counts_kind_check,
  add constraint payment_counts_kind_check
    check (kind in ('all', 'supplier', 'block10', 'block16', 'day', 'amount', 'order'));
select fold_payment_counts();
alter table payment_count_changes
  add column amount_cents bigint not null,
  add column order_id bigint not null;

create or replace function note_payment_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_count_changes values
      (new.payment_id, new.supplier_id, new.payment_method, new.state, day_of(new.paid_at), 1, new.amount_cents, new.order_id);
  elsif (old.payment_method, old.state, old.paid_at, old.amount_cents, old.order_id)
        is distinct from (new.payment_method, new.state, new.paid_at, new.amount_cents, new.order_id) then
    insert into payment_count_changes values
      (old.payment_id, old.supplier_id, old.payment_method, old.state, day_of(old.paid_at), -1, old.amount_cents, old.order_id),
      (new.payment_id, new.supplier_id, new.payment_method, new.state, day_of(new.paid_at), 1, new.amount_cents, new.order_id);
  end if;
  return null;
end $$;

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
                                ('block16', g.payment_id >> 16), ('day', g.day), ('amount', amount_block(g.amount_cents)),
                                ('order', g.order_id >> 12)) as k (kind, key)
     group by 1, 2, 3, 4
    having sum(g.n) <> 0
     order by 1, 2, 3, 4
    on conflict (kind, key, payment_method, state) do update set n = c.n + excluded.n)
  select count(*) into taken from gone;
  return taken;
end $$;

insert into payment_counts select 'amount', amount_block(amount_cents), payment_method, state, count(*) from payments group by 2, 3, 4;
insert into payment_counts select 'order', order_id >> 12, payment_method, state, count(*) from payments group by 2, 3, 4;

-- With all that a list of them may be filtered by, so that it is walked along the index alone.
drop index payments_phone;
create index payments_phone on payments (phone, payment_id) include (payment_method, state);
