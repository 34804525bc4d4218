-- Totals of orders in any state beside those by state, because a search sums hundreds of them; counts by day, for lists
-- of some days; and indexes for the orders in which people sort.

create table order_totals (
  kind text not null,
  key bigint not null,
  n bigint not null,
  primary key (kind, key)
);

-- Days since 1970, UTC.
create function day_of(at timestamptz) returns integer language sql immutable parallel safe
  return (at at time zone 'UTC')::date - date '1970-01-01';

alter table order_counts drop constraint order_counts_kind_check,
  add constraint order_counts_kind_check check (kind in ('all', 'supplier', 'product', 'user', 'block10', 'block16', 'day'));
select fold_order_counts();
alter table order_count_changes add column day integer not null;

create or replace function note_order_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_count_changes values
      (new.order_id, new.user_id, new.product_id, new.supplier_id, new.status, new.payment_status, new.payment_method, 1, day_of(new.created_at));
  elsif (old.status, old.payment_status, old.payment_method, old.created_at)
        is distinct from (new.status, new.payment_status, new.payment_method, new.created_at) then
    insert into order_count_changes values
      (old.order_id, old.user_id, old.product_id, old.supplier_id, old.status, old.payment_status, old.payment_method, -1, day_of(old.created_at)),
      (new.order_id, new.user_id, new.product_id, new.supplier_id, new.status, new.payment_status, new.payment_method, 1, day_of(new.created_at));
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
                                ('block10', g.order_id >> 10), ('block16', g.order_id >> 16), ('day', g.day)) as k (kind, key)
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
select 'day', day_of(created_at), status, payment_status, payment_method, count(*) from orders group by 2, 3, 4, 5;
insert into order_totals select kind, key, sum(n) from order_counts group by 1, 2;

drop index orders_created;
create index orders_created on orders (created_at, order_id);
create index orders_amount on orders (amount_cents, order_id);
create index orders_quantity on orders (quantity, order_id);
create index users_first_name on users (lower(first_name), user_id);
create index users_email on users (lower(email), user_id);
create index products_name on products (lower(product_name), product_id);
-- A search for an email, or a part of one that has its @: what stands before the @, from behind.
create index users_email_account on users (reverse(lower(split_part(email, '@', 1))) text_pattern_ops);
-- Names that have an @ themselves, for the same search.
create index users_name_with_at on users (user_id) where first_name || last_name like '%@%';
